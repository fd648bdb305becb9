// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights, events.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import type { ExpiringItem } from '../../domain/expiring-item.ts';
import { warningCalls } from './calls.ts';
import { warning } from './resource.ts';

/** Its permits and their labels. */
export const permits = permitsOf('bus:enterprisewarn', '风险预警', { handle: '处理', audit: '忽略与催办' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = namesOf('warning', '到期事项', {
  renew: '续办到期事项',
  acknowledge: '知晓到期预警',
  snooze: '推迟到期提醒',
  ignore: '忽略到期预警',
  urge: '催办到期事项',
  digest: '发出每日到期提醒',
  digestsRead: '已读每日到期提醒',
});

/** Its declared resources. */
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
      component: 'warning/list',
      path: '/bus/enterprisewarn/index',
      redDot: 'warningUnNotice',
    },
  },
];

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty(
    'bus:enterprisewarn',
    ['add', 'edit', 'del', 'handle'],
    ['ENT_ADMIN', 'ENT_SAFETY'],
    'enters and renews papers that expire; only head and safety managers by post',
  ),
  duty(
    'bus:enterprisewarn',
    ['audit'],
    ['TENANT_ADMIN', 'REGULATOR'],
    'urges enterprises and grants that a warning is ignored',
  ),
  duty(
    'bus:enterprisewarn',
    ['export'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY'],
    'takes the ledger of dates along',
  ),
  duty(
    'bus:enterprisewarn',
    ['index'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY', 'ENT_STAFF'],
    'sees what must not be used any more',
  ),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Dates of items that expire were set, moved or taken away; the ledger of expiry dates follows. */
    'item.expiryChanged': { items: readonly ExpiringItem[] };
    /** Warnings of enterprises were opened, climbed or were closed. */
    'warning.changed': { enterpriseIds: readonly string[] };
  }
}
