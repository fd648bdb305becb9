import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { FreshnessTables, Topic } from './tables.ts';

const on = tables<FreshnessTables>();

/** Makes what browsers keep of a part stale: in the scope's tenant, everywhere when that is the platform's. */
export const raise = (tx: Tx, topic: Topic) =>
  on(tx)
    .insertInto('fresh')
    .values({ tenant_id: tx.scope.tenantId, topic, number: '1' })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'topic']).doUpdateSet({ number: sql`fresh.number + 1` }))
    .execute();

/** The number of each part: the platform's changes and the tenant's own. */
export function sumsOf(rows: readonly { topic: Topic; number: string }[]): Record<Topic, number> {
  const sum = (topic: Topic) =>
    rows.reduce((total, row) => (row.topic === topic ? total + Number(row.number) : total), 0);
  return { menu: sum('menu'), dictionary: sum('dictionary') };
}
