import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { FreshnessTables, Topic } from './tables.ts';

const on = tables<FreshnessTables>();

/** Invalidates a topic in browser caches: for the tenant, or for all tenants when the platform makes the change. */
export const raise = (tx: Tx, topic: Topic) =>
  on(tx)
    .insertInto('fresh')
    .values({ tenant_id: tx.scope.tenantId, topic, number: '1' })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'topic']).doUpdateSet({ number: sql`fresh.number + 1` }))
    .execute();

/** Number of changes of each topic by the platform and by the tenant. */
export function sumsOf(rows: readonly { topic: Topic; number: string }[]): Record<Topic, number> {
  const sum = (topic: Topic) =>
    rows.reduce((total, row) => (row.topic === topic ? total + Number(row.number) : total), 0);
  return { menu: sum('menu'), dictionary: sum('dictionary') };
}
