// Numbers of accounts.
import { measuresOf } from '../../kit/measure.ts';

export const userMeasures = measuresOf('user', {
  all: {
    label: '用户',
    unit: '人',
    definition: '没有删除的账号数',
    page: '/upms/user/index',
    rows: () => ({}),
    places: ['user.count'],
  },
});
