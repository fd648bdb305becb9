// To-dos of risk points: review submitted points, assess due points again.
import type { riskPoint } from '@anlan/contract/modules/risk-point/resource';
import { dayOf } from '@anlan/contract/domain/instant';
import type { Clock } from '#kernel/clock.ts';
import type { RowOf } from '#kit/table.ts';
import { holderOf, type TodoSource, type OpenTask } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { factsOf, isAssessDue, needsHead } from './rules.ts';
import { waitingAfter } from './store.ts';

type RiskPointRow = RowOf<typeof riskPoint>;

export interface TodoDeps {
  clock: Clock;
  rows: (tx: Tx, ids: readonly string[]) => Promise<RiskPointRow[]>;
  byPost: (
    tx: Tx,
    enterpriseId: string,
    posts: readonly ('head' | 'safetyManager')[],
  ) => Promise<{ userId: string | null }[]>;
}

const pathOf = (id: string): string => `/bus/riskpoint/point?id=${id}`;

export function riskPointSource({ clock, rows, byPost }: TodoDeps): TodoSource {
  async function ownerOf(tx: Tx, enterpriseId: string, post: 'head' | 'safetyManager'): Promise<OpenTask['owner']> {
    const of = async (one: 'head' | 'safetyManager') =>
      (await byPost(tx, enterpriseId, [one])).flatMap(({ userId }) => userId ?? []);
    const own = await of(post);
    const userIds = own.length > 0 || post === 'head' ? own : await of('head');
    return holderOf(userIds, 'bus:riskpoint:review', enterpriseId);
  }
  return {
    type: 'riskPoint',
    async wanted(tx, ids) {
      const today = dayOf(clock.now());
      const all: OpenTask[] = [];
      for (const row of await rows(tx, ids)) {
        const facts = factsOf(row);
        const enterpriseId = row.enterpriseId;
        const about = { kind: 'confirm' as const, subject: { type: 'riskPoint', id: row.id }, path: pathOf(row.id) };
        if (facts.status === 'underReview')
          all.push({
            ...about,
            act: 'riskPoint.approve',
            title: `评审风险点：${row.name}`,
            owner: await ownerOf(tx, enterpriseId, needsHead(facts) ? 'head' : 'safetyManager'),
          });
        else if (isAssessDue(facts, today))
          all.push({
            ...about,
            act: 'riskPoint.reassess',
            title: `重新评估风险点：${row.name}${facts.proposedOn === null ? '（已到评估日期）' : '（隐患重复出现）'}`,
            dueOn: facts.nextAssessOn,
            owner: await ownerOf(tx, enterpriseId, 'safetyManager'),
          });
      }
      return all;
    },
    after: (tx, id, limit) => waitingAfter(tx, id, limit, dayOf(clock.now())),
  };
}
