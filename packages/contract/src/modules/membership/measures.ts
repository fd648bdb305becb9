// Amounts that an enterprise uses of its membership.
import { measuresOf, noRows } from '../../kit/measure.ts';

const amount = { ...noRows, kind: 'value' } as const;

export const membershipMeasures = measuresOf('membership', {
  seats: {
    ...amount,
    label: '可登录账号',
    unit: '个',
    definition: '本企业已启用的账号数，和会员允许的账号数',
    places: ['membership.myservice.seats.used'],
  },
  storage: {
    ...amount,
    label: '存储空间',
    unit: 'MB',
    definition: '课程、图片等文件占用的空间，和可用的空间：会员套餐的空间加上每家企业都有的基础空间；1 GB 为 1,024 MB',
    places: ['membership.myservice.storageMb.used'],
  },
  duty: {
    ...amount,
    label: '法定资料',
    unit: 'MB',
    definition: '证照、隐患照片、整改证据和档案占用的空间，不占用会员的空间',
    places: ['membership.myservice.dutyMb'],
  },
  lookups: {
    ...amount,
    label: '企业信息查询',
    unit: '次',
    definition: '本会员期内已查询的次数，和会员允许的次数',
    places: ['membership.myservice.lookups.used'],
  },
  remaining: {
    ...amount,
    label: '剩余天数',
    unit: '天',
    definition: '到会员最后一天的天数',
    places: ['membership.myservice.remainDays'],
  },
});
