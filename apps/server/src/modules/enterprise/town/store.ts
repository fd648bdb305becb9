import { sql, type Updateable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import { presentRows } from '../store.ts';
import type { EnterpriseTable, EnterpriseTables } from '../tables.ts';

const on = tables<EnterpriseTables>();

const codesFrom = (tx: Tx, prefix: string) =>
  on(tx)
    .selectFrom('enterprise')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('town_code', '>=', prefix)
    .where('town_code', '<', `${prefix}\u{10ffff}`);

export const standsIn = async (tx: Tx, code: string): Promise<boolean> =>
  (await codesFrom(tx, code).select('id').where('removed_at', 'is', null).limit(1).executeTakeFirst()) !== undefined;

export async function carriedBelow(tx: Tx, parent: string): Promise<string[]> {
  const below = sql<string>`left(town_code, ${parent.length + 3}::int)`;
  const rows = await codesFrom(tx, parent)
    .select(below.as('code'))
    .distinct()
    .where('removed_at', 'is', null)
    .execute();
  return rows.map(({ code }) => code);
}

export interface InTown {
  id: string;
  town: string | null;
  town_code: string | null;
}

/** Enterprises with this street code but another street name. Locks the rows in a fixed order. */
export const lockWithOtherName = (tx: Tx, code: string, town: string): Promise<InTown[]> =>
  presentRows(tx)
    .select(['id', 'town', 'town_code'])
    .where('town_code', '=', code)
    .where('town', 'is distinct from', town)
    .orderBy('id')
    .forUpdate()
    .execute();

export const holdRemoved = (tx: Tx, code: string): Promise<InTown[]> =>
  codesFrom(tx, code)
    .select(['id', 'town', 'town_code'])
    .where('removed_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Writes a street change. The version does not change, because nobody edited the enterprise. */
export const writeTown = (tx: Tx, ids: readonly string[], change: Updateable<EnterpriseTable>) =>
  on(tx)
    .updateTable('enterprise')
    .set(change)
    .where('tenant_id', '=', tx.scope.tenantId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute();
