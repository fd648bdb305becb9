// What this module adds to the product: permits, call names, menu entries, rights of preset roles, events.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import type { ExpiringItem } from '../../domain/expiring-item.ts';
import { warningCalls } from './calls.ts';
import { warningMeasures } from './measures.ts';
import { warning } from './resource.ts';

export const permits = permitsOf('bus:enterprisewarn', '风险预警', { handle: '处理', audit: '忽略与催办' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('warning', '到期事项', {
  renew: '续办到期事项',
  acknowledge: '知晓到期预警',
  snooze: '推迟到期提醒',
  ignore: '忽略到期预警',
  urge: '催办到期事项',
  digest: '发出每日到期提醒',
  digestsRead: '已读每日到期提醒',
});

export const resources: readonly Declared[] = [
  {
    resource: warning,
    calls: warningCalls,
    menu: {
      under: '双重预防',
      sort: 40,
      name: '风险预警',
      pinyin: 'fxyj fengxianyujing',
      icon: 'bell',
      path: '/bus/enterprisewarn/index',
      redDot: 'warningUnNotice',
    },
  },
];

export const measures = Object.values(warningMeasures);

export const duties: readonly Duty[] = [
  duty(
    'bus:enterprisewarn',
    ['add', 'edit', 'del', 'handle'],
    roles.safety,
    'enters and renews papers that expire; only head and safety managers by post',
  ),
  duty('bus:enterprisewarn', ['audit'], roles.authority, 'reminds enterprises (催办) and approves ignoring a warning'),
  duty('bus:enterprisewarn', ['export'], roles.authorityAndSafety, 'exports the ledger of dates'),
  duty('bus:enterprisewarn', ['index'], roles.all, 'sees expired items'),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published when expiry dates are set, moved or removed; the expiry ledger is updated. */
    'item.expiryChanged': { items: readonly ExpiringItem[] };
    /** Published when warnings are opened, escalated or closed. */
    'warning.changed': { enterpriseIds: readonly string[] };
  }
}
