// To-dos of expiring items: one for the responsible people of each enterprise, and one for the officer when an item has
// expired.
import type { Permit } from '@anlan/contract/permits';
import { holderOf, type TodoSource, type OpenTask } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import { enterprisesAfter, waitingIn, type WaitingWarnings } from './warning-store.ts';

const path = '/bus/enterprisewarn/index';
const handle: Permit = 'bus:enterprisewarn:handle';
const audit: Permit = 'bus:enterprisewarn:audit';

type ByPost = (
  tx: Tx,
  enterpriseId: string,
  posts: ('head' | 'safetyManager')[],
) => Promise<readonly { userId: string | null }[]>;

const levelWords = { expired: '已过期', urgent: '7 天内到期', soon: '30 天内到期', early: '即将到期' } as const;

/**
 * To-do about the expiring items of an enterprise (到期事项). The safety managers get the to-do, and also the head if
 * an item is urgent or expired.
 */
async function ofItems(tx: Tx, one: WaitingWarnings, byPost: ByPost): Promise<OpenTask[]> {
  const { enterpriseId, items, atWorst, first, dueOn, worst } = one;
  if (items === 0 || first === null || worst === null) return [];
  const isUrgent = worst === 'expired' || worst === 'urgent';
  const people = await byPost(tx, enterpriseId, isUrgent ? ['safetyManager', 'head'] : ['safetyManager']);
  const userIds = people.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  return [
    {
      kind: 'warning',
      act: 'warning.renew',
      title: `处理到期事项：${first}${items > 1 ? ` 等 ${items} 项` : ''}（${atWorst < items ? `${atWorst} 项` : ''}${levelWords[worst]}）`,
      subject: { type: 'warning', id: enterpriseId },
      path,
      dueOn,
      owner: holderOf(userIds, handle, enterpriseId),
    },
  ];
}

/** To-do for the officer when an enterprise has expired items. */
function ofExpired({ enterpriseId, name, officerId, expired, blocking }: WaitingWarnings): OpenTask[] {
  if (expired === 0) return [];
  return [
    {
      kind: 'warning',
      act: 'warning.urge',
      title: `督促更新过期事项：${name}（${expired} 项${blocking > 0 ? `，${blocking} 项禁止作业` : ''}）`,
      subject: { type: 'expiredItems', id: enterpriseId },
      path: `${path}?enterpriseId=${enterpriseId}&level=expired`,
      owner: { userType: 'regulator', permit: audit, enterpriseId, leadId: officerId },
    },
  ];
}

export function sourcesOf(
  today: () => string,
  byPost: ByPost,
  workdayAfter: (tx: Tx, day: string, count: number) => Promise<string>,
): TodoSource[] {
  return [
    {
      type: 'warning',
      wanted: async (tx, ids) => {
        const wanted: OpenTask[] = [];
        for (const one of await waitingIn(tx, today(), ids)) wanted.push(...(await ofItems(tx, one, byPost)));
        return wanted;
      },
      after: enterprisesAfter,
    },
    {
      type: 'expiredItems',
      wanted: async (tx, ids) => {
        const { 'rectify.urgeWorkdays': workdays } = await settingsOf(tx);
        const wanted: OpenTask[] = [];
        for (const one of await waitingIn(tx, today(), ids)) {
          // An officer who urged every expired item has done their part for some workdays.
          const isUrged = one.urgedOn !== null && today() < (await workdayAfter(tx, one.urgedOn, workdays));
          if (!isUrged) wanted.push(...ofExpired(one));
        }
        return wanted;
      },
      after: enterprisesAfter,
    },
  ];
}
