// Figures about hidden dangers for monthly reports and for quarterly and yearly statistics.
import type { Span } from '@anlan/contract/modules/report/period';
import { sql } from 'kysely';
import { counted, share, type CountedFigure, type FigureSource } from '#kit/figures.ts';
import { rowsOf, type Tx } from '#platform/db/index.ts';
import { within, type Facts } from './figure-parts-store.ts';

interface DangerFacts extends Facts {
  found: number;
  accepted: number;
  major: number;
  major_open: number;
  due: number;
  in_time: number;
  cost: string;
}

async function readDangers(tx: Tx, ids: readonly string[], { from, to }: Span): Promise<DangerFacts[]> {
  const foundInSpan = sql`(found_at at time zone 'Asia/Shanghai')::date between ${from}::date and ${to}::date`;
  const due = sql`deadline_on between ${from}::date and ${to}::date`;
  return rowsOf<DangerFacts>(tx)`select enterprise_id,
      (count(*) filter (where ${foundInSpan}))::int as found,
      (count(*) filter (where ${foundInSpan} and status = 'accepted'))::int as accepted,
      (count(*) filter (where ${foundInSpan} and level = 'major'))::int as major,
      (count(*) filter (where ${foundInSpan} and level = 'major' and status <> 'accepted'))::int as major_open,
      (count(*) filter (where ${due}))::int as due,
      (count(*) filter (where ${due} and status in ('submitted', 'accepted')
        and (submitted_at at time zone 'Asia/Shanghai')::date <= deadline_on))::int as in_time,
      coalesce(sum(cost_fen) filter (where ${foundInSpan}), 0)::text as cost
    from danger where ${within(tx, ids)} and removed_at is null and status <> 'voided' and (${foundInSpan} or ${due})
    group by enterprise_id`;
}

function figuresOf(facts: DangerFacts | undefined): CountedFigure[] {
  const { found = 0, accepted = 0, major = 0, major_open = 0, due = 0, in_time = 0, cost = '0' } = facts ?? {};
  return [
    counted('dangersFound', found, `重大 ${major} · 一般 ${found - major}`),
    {
      ...share('dangersAccepted', accepted, found, `${accepted} / ${found}`),
      value: accepted,
    },
    share(
      'dangersOnTime',
      in_time,
      due,
      due === 0 ? '没有到期的隐患' : `${in_time} / ${due}，逾期 ${due - in_time} 项`,
    ),
    counted('dangersMajor', major, `未销号 ${major_open}`),
    counted('dangersCost', Number(cost), '本期发现的隐患'),
  ];
}

export const dangerFigures: FigureSource = {
  about: 'dangers',
  async count(tx, ids, span) {
    const facts = new Map((await readDangers(tx, ids, span)).map((row) => [row.enterprise_id, row]));
    return new Map(ids.map((id) => [id, figuresOf(facts.get(id))]));
  },
};
