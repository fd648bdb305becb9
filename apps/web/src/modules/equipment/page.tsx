import { equipmentCalls } from '@anlan/contract/modules/equipment/calls';
import { equipment } from '@anlan/contract/modules/equipment/resource';
import { one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

export const Screen = resourcePage(equipment, equipmentCalls, {
  ...page,
  columns: [
    title(),
    tag('status'),
    two('specialKind', 'registrationNo', { width: 160 }),
    one('nextInspectionOn', { width: 130 }),
    one('place', { width: 140 }),
    one('enterpriseId'),
    one('operatorId', { extra: true }),
  ],
  filters: ['specialKind', 'status', 'nextInspectionOn', 'enterpriseId'],
  form: {
    rows: [
      'enterpriseId',
      ['name', 'code'],
      ['specialKind', 'registrationNo'],
      ['useCertNo', 'nextInspectionOn'],
      'place',
      ['maker', 'usedFrom'],
      ['operatorId'],
      'papers',
    ],
  },
  moves: {
    renew: {
      rows: [['nextInspectionOn'], 'files', 'reason'],
      begin: { nextInspectionOn: undefined },
      note: '登记后到期预警按新的检验日期计算。',
    },
  },
  empty: '还没有登记设备。特种设备的检验日期会进入到期台账。',
});
