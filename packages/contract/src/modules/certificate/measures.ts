// Numbers of employees with certificates.
import { measuresOf } from '../../kit/measure.ts';

export const certificateMeasures = measuresOf('certificate', {
  /** The server adds the posts that need a certificate. */
  certified: {
    label: '持证率',
    unit: '%',
    counter: '人',
    definition: '在岗且岗位须持证的人员中，须持的证件都在有效期和复审期内的 ÷ 岗位须持证的在岗人员',
    kind: 'share',
    page: '/bus/emp/index',
    rows: () => ({ status: 'onDuty' }),
  },
});
