// What risk points make people do: review what was submitted, and assess anew what is due.
import { dayOf } from '@anlan/contract/domain/instant';
import type { Clock } from '#kernel/clock.ts';
import type { StoredRow } from '#kit/table.ts';
import type { Source, Wanted } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { factsOf, isAssessDue, needsHead } from './rules.ts';
import { waitingAfter } from './store.ts';

/** What the to-dos depend on. */
export interface TodoDeps {
  clock: Clock;
  rows: (tx: Tx, ids: readonly string[]) => Promise<StoredRow[]>;
  byPost: (
    tx: Tx,
    enterpriseId: string,
    posts: readonly ('head' | 'safetyManager')[],
  ) => Promise<{ userId: string | null }[]>;
}

/** The screen of a risk point. */
const pathOf = (id: string): string => `/bus/riskpoint/point?id=${id}`;

/** Makes the source of to-dos about risk points. */
export function riskPointSource({ clock, rows, byPost }: TodoDeps): Source {
  async function ownerOf(tx: Tx, enterpriseId: string, post: 'head' | 'safetyManager'): Promise<Wanted['owner']> {
    const of = async (one: 'head' | 'safetyManager') =>
      (await byPost(tx, enterpriseId, [one])).flatMap(({ userId }) => userId ?? []);
    const own = await of(post);
    const userIds = own.length > 0 || post === 'head' ? own : await of('head');
    return userIds.length > 0 ? { userIds } : { userType: 'enterprise', permit: 'bus:riskpoint:review', enterpriseId };
  }
  return {
    type: 'riskPoint',
    async wanted(tx, ids) {
      const today = dayOf(clock.now());
      const all: Wanted[] = [];
      for (const row of await rows(tx, ids)) {
        const facts = factsOf(row);
        const enterpriseId = String(row.enterpriseId);
        const about = { kind: 'confirm' as const, subject: { type: 'riskPoint', id: row.id }, path: pathOf(row.id) };
        if (facts.status === 'underReview')
          all.push({
            ...about,
            title: `评审风险点：${String(row.name)}`,
            owner: await ownerOf(tx, enterpriseId, needsHead(facts) ? 'head' : 'safetyManager'),
          });
        else if (isAssessDue(facts, today))
          all.push({
            ...about,
            title: `重新评估风险点：${String(row.name)}${facts.proposedOn === null ? '（已到评估日期）' : '（隐患重复出现）'}`,
            dueOn: facts.nextAssessOn,
            owner: await ownerOf(tx, enterpriseId, 'safetyManager'),
          });
      }
      return all;
    },
    after: (tx, id, limit) => waitingAfter(tx, id, limit, dayOf(clock.now())),
  };
}
