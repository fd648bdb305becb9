// Numbers of notices of the authority.
import { measuresOf } from '../../kit/measure.ts';

const page = '/bus/spot/index';

export const enforcementMeasures = measuresOf('enforcement', {
  unanswered: {
    label: '待签收或回复',
    unit: '件',
    definition: '待签收和待回复的执法通知数',
    page,
    rows: () => ({ status: ['0', '1'] }),
    places: ['notice.redDot.spotUnNotice@enterprise'],
  },
  replied: {
    label: '待审核',
    unit: '件',
    definition: '企业已回复、等待审核的执法通知数',
    page,
    rows: () => ({ status: '2' }),
    places: ['notice.redDot.spotUnNotice@regulator'],
  },
});
