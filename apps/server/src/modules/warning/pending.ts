// What expiring items make people do: one to-do an enterprise for those who see to them, one for the officer once any ended.
import type { Permit } from '@anlan/contract/permits';
import type { Source, Wanted } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { enterprisesAfter, waitingIn, type WaitingWarnings } from './warning-store.ts';

const path = '/bus/enterprisewarn/index';
const handle: Permit = 'bus:enterprisewarn:handle';
const audit: Permit = 'bus:enterprisewarn:audit';

/** People of an enterprise in some posts. */
type ByPost = (
  tx: Tx,
  enterpriseId: string,
  posts: ('head' | 'safetyManager')[],
) => Promise<readonly { userId: string | null }[]>;

const levelWords = { expired: '已过期', urgent: '7 天内到期', soon: '30 天内到期', early: '即将到期' } as const;

/** What the items of an enterprise ask of its people: its safety managers, and its head too once it is urgent. */
async function ofItems(tx: Tx, one: WaitingWarnings, byPost: ByPost): Promise<Wanted[]> {
  const { enterpriseId, items, first, dueOn, worst } = one;
  if (items === 0 || first === null || worst === null) return [];
  const isUrgent = worst === 'expired' || worst === 'urgent';
  const people = await byPost(tx, enterpriseId, isUrgent ? ['safetyManager', 'head'] : ['safetyManager']);
  const userIds = people.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  return [
    {
      kind: 'warning',
      title: `处理到期事项：${first}${items > 1 ? ` 等 ${items} 项` : ''}（${levelWords[worst]}）`,
      subject: { type: 'warning', id: enterpriseId },
      path,
      dueOn,
      owner: userIds.length > 0 ? { userIds } : { userType: 'enterprise', permit: handle, enterpriseId },
    },
  ];
}

/** What ended items of an enterprise ask of its officer. */
function ofExpired({ enterpriseId, name, officerId, expired, blocking }: WaitingWarnings): Wanted[] {
  if (expired === 0) return [];
  return [
    {
      kind: 'warning',
      title: `督促更新过期事项：${name}（${expired} 项${blocking > 0 ? `，${blocking} 项禁止作业` : ''}）`,
      subject: { type: 'expiredItems', id: enterpriseId },
      path: `${path}?enterpriseId=${enterpriseId}&level=expired`,
      owner: { userType: 'regulator', permit: audit, enterpriseId, leadId: officerId },
    },
  ];
}

/** Both kinds, as to-dos are kept from them; they are about enterprises, by their ids. */
export function sourcesOf(today: () => string, byPost: ByPost): Source[] {
  return [
    {
      type: 'warning',
      wanted: async (tx, ids) => {
        const wanted: Wanted[] = [];
        for (const one of await waitingIn(tx, today(), ids)) wanted.push(...(await ofItems(tx, one, byPost)));
        return wanted;
      },
      after: enterprisesAfter,
    },
    {
      type: 'expiredItems',
      wanted: async (tx, ids) => (await waitingIn(tx, today(), ids)).flatMap(ofExpired),
      after: enterprisesAfter,
    },
  ];
}
