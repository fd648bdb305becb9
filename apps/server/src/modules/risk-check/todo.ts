// What checks make people do: one line a person and day, however many there are.
import { dayOf } from '@anlan/contract/domain/instant';
import type { ControlLayer } from '@anlan/contract/modules/risk-point/cycle';
import type { Clock } from '#kernel/clock.ts';
import type { Source, Wanted } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { enterprisesDue, waitingNow } from './store.ts';

type Post = 'head' | 'safetyManager' | 'teamLeader';
/** What the to-dos depend on. */
export interface TodoDeps {
  clock: Clock;
  byPost: (tx: Tx, enterpriseId: string, posts: readonly Post[]) => Promise<{ userId: string | null }[]>;
}
const words: Readonly<Record<ControlLayer, string>> = {
  company: '公司级',
  department: '部门级',
  team: '班组级',
  post: '岗位级',
};
/** Who is asked first for a layer, where nobody who answers for a point has an account. */
const postsFor: Readonly<Record<ControlLayer, readonly Post[]>> = {
  company: ['safetyManager', 'head'],
  department: ['teamLeader', 'safetyManager', 'head'],
  team: ['teamLeader', 'safetyManager', 'head'],
  post: ['teamLeader', 'safetyManager', 'head'],
};

/** Makes the source of to-dos about checks; what they are about is the enterprise, by day. */
export function riskCheckSource({ clock, byPost }: TodoDeps): Source {
  return {
    type: 'riskCheck',
    async wanted(tx, ids) {
      const now = clock.now();
      const today = dayOf(now);
      const all = new Map<
        string,
        { enterpriseId: string; owner: Wanted['owner']; counts: Map<ControlLayer, number> }
      >();
      for (const { enterprise_id: enterpriseId, layer, owner, waiting } of await waitingNow(tx, ids, now, today)) {
        const isCompany = layer === 'company';
        let userIds = owner !== null && !isCompany ? [owner] : [];
        for (const post of userIds.length === 0 ? postsFor[layer] : [])
          if (userIds.length === 0)
            userIds = (await byPost(tx, enterpriseId, [post])).flatMap(({ userId }) => userId ?? []);
        const holder: Wanted['owner'] =
          userIds.length > 0 ? { userIds } : { userType: 'enterprise', permit: 'bus:riskcheck:check', enterpriseId };
        const key = `${enterpriseId} ${userIds.join(' ')}`;
        const one = all.get(key) ?? { enterpriseId, owner: holder, counts: new Map<ControlLayer, number>() };
        one.counts.set(layer, (one.counts.get(layer) ?? 0) + waiting);
        all.set(key, one);
      }
      return [...all.values()].map(({ enterpriseId, owner, counts }) => {
        const parts = [...counts].map(([layer, count]) => `${words[layer]} ${count} 项`);
        return {
          kind: 'check' as const,
          title: `今日排查：${parts.join('、')}`,
          subject: { type: 'riskCheck', id: enterpriseId },
          path: '/bus/riskcheck/index?tab=today',
          dueOn: today,
          owner,
        };
      });
    },
    after: (tx, id, limit) => enterprisesDue(tx, id, limit, dayOf(clock.now())),
  };
}
