// To-dos of checks: one to-do for each person and day, for all checks of that day.
import { dayOf } from '@anlan/contract/domain/instant';
import type { ControlLayer } from '@anlan/contract/modules/risk-point/check-cycle';
import type { Clock } from '#kernel/clock.ts';
import { holderOf, type TodoSource, type OpenTask } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { enterprisesDue, waitingNow } from './store.ts';

type Post = 'head' | 'safetyManager' | 'teamLeader';
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
/** Posts that get the to-do of a layer, in this order, when no responsible person has an account. */
const postsFor: Readonly<Record<ControlLayer, readonly Post[]>> = {
  company: ['safetyManager', 'head'],
  department: ['teamLeader', 'safetyManager', 'head'],
  team: ['teamLeader', 'safetyManager', 'head'],
  post: ['teamLeader', 'safetyManager', 'head'],
};

export function riskCheckSource({ clock, byPost }: TodoDeps): TodoSource {
  return {
    type: 'riskCheck',
    async wanted(tx, ids) {
      const now = clock.now();
      const today = dayOf(now);
      const all = new Map<
        string,
        { enterpriseId: string; owner: OpenTask['owner']; counts: Map<ControlLayer, number> }
      >();
      for (const { enterprise_id: enterpriseId, layer, owner, waiting } of await waitingNow(tx, ids, now, today)) {
        const isCompany = layer === 'company';
        let userIds = owner !== null && !isCompany ? [owner] : [];
        for (const post of userIds.length === 0 ? postsFor[layer] : [])
          if (userIds.length === 0)
            userIds = (await byPost(tx, enterpriseId, [post])).flatMap(({ userId }) => userId ?? []);
        const holder: OpenTask['owner'] = holderOf(userIds, 'bus:riskcheck:check', enterpriseId);
        const key = `${enterpriseId} ${userIds.join(' ')}`;
        const one = all.get(key) ?? { enterpriseId, owner: holder, counts: new Map<ControlLayer, number>() };
        one.counts.set(layer, (one.counts.get(layer) ?? 0) + waiting);
        all.set(key, one);
      }
      return [...all.values()].map(({ enterpriseId, owner, counts }) => {
        const parts = [...counts].map(([layer, count]) => `${words[layer]} ${count} 项`);
        return {
          kind: 'check' as const,
          act: 'riskCheck.answer' as const,
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
