// Numbers of employees.
import { measuresOf } from '../../kit/measure.ts';

export const staffMeasures = measuresOf('staff', {
  dutySigned: {
    label: '责任书',
    unit: '%',
    counter: '人',
    definition: '在岗从业人员中已签订安全责任书的 ÷ 在岗从业人员',
    kind: 'share',
    page: '/bus/emp/index',
    rows: () => ({ status: 'onDuty' }),
    part: () => ({ dutySigned: 'true' }),
  },
  all: {
    label: '从业人员',
    unit: '人',
    definition: '登记的从业人员数，含已离职的',
    page: '/bus/emp/index',
    rows: () => ({}),
    places: ['employee.page.total'],
  },
  managers: {
    label: '安全管理人员',
    unit: '人',
    definition: '在岗的安全管理人员数',
    page: '/bus/emp/index',
    rows: () => ({ status: 'onDuty', postKind: 'safetyManager' }),
    places: ['employee.staffing.managers'],
  },
});
