// SQL for the dangers that wait for each party: enterprise, head, verifier, regulator or sample check.
import { sql } from 'kysely';
import type { WaitingSide } from '@anlan/contract/modules/danger/views';
import type { Tx } from '#platform/db/index.ts';
import { acceptedBy } from './danger-store.ts';
import { within, type Area } from './danger-counts-store.ts';

type Side = WaitingSide['side'];
/** Number of dangers by waiting party and day. `day`: the deadline or the first day of waiting, depending on `kind`. */
export interface PendingRow {
  side: Side;
  kind: 'deadline' | 'since';
  day: string;
  dangers: number;
}

export async function readWaiting(tx: Tx, area: Area): Promise<PendingRow[]> {
  const base = sql.join(within(tx, area), sql` and `);
  // Add eight hours for the local day: a time zone lookup is slower than reading the rows.
  const { rows } =
    await sql<PendingRow>`select turn as side, 'deadline' as kind, deadline_on as day, count(*)::int as dangers
      from danger where ${base} and status in ('open', 'rectifying', 'returned') group by 1, 2, 3
    union all
    select turn, 'since', (coalesce(turn_since, submitted_at, updated_at) at time zone 'UTC' + interval '8 hours')::date,
      count(*)::int from danger where ${base} and status = 'submitted' group by 1, 2, 3
    union all
    select 'sample', 'since', sampled_on, count(*)::int from danger
      where ${base} and sampled_on is not null and sample_result is null group by 1, 2, 3`.execute(tx.kysely);
  return rows;
}

/** Number of dangers that failed their sample check, by the party that had accepted them. */
export async function readFailed(tx: Tx, area: Area, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<{ side: Side; failed: number }>`select
      ${acceptedBy} as side, count(*)::int as failed
    from danger
    where ${sql.join(within(tx, area), sql` and `)} and danger.sampled_on between ${from} and ${to}
      and danger.sample_result = 'fail' group by 1`.execute(tx.kysely);
  return new Map(rows.map(({ side, failed }) => [side, failed]));
}
