import { sql, type Updateable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { EnterpriseTable, EnterpriseTables } from '../tables.ts';

const on = tables<EnterpriseTables>();

/** The codes that begin so, as the index has them. */
const codesFrom = (tx: Tx, prefix: string) =>
  on(tx)
    .selectFrom('enterprise')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('town_code', '>=', prefix)
    .where('town_code', '<', `${prefix}\u{10ffff}`);

/** Whether any enterprise stands in a street or grid, or in a grid of the street. */
export const standsIn = async (tx: Tx, code: string): Promise<boolean> =>
  (await codesFrom(tx, code).select('id').where('removed_at', 'is', null).limit(1).executeTakeFirst()) !== undefined;

/** The streets right below a district, or the grids right below a street, that files carry. */
export async function carriedBelow(tx: Tx, parent: string): Promise<string[]> {
  const below = sql<string>`left(town_code, ${parent.length + 3}::int)`;
  const rows = await codesFrom(tx, parent)
    .select(below.as('code'))
    .distinct()
    .where('removed_at', 'is', null)
    .execute();
  return rows.map(({ code }) => code);
}

/** A file whose street has changed, and what it said of it before. */
export interface InTown {
  id: string;
  town: string | null;
  town_code: string | null;
}

/** The files in a street or grid whose address says another name, held; in one order, as whoever holds many does. */
export const holdOtherwiseNamed = (tx: Tx, code: string, town: string): Promise<InTown[]> =>
  on(tx)
    .selectFrom('enterprise')
    .select(['id', 'town', 'town_code'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('removed_at', 'is', null)
    .where('town_code', '=', code)
    .where('town', 'is distinct from', town)
    .orderBy('id')
    .forUpdate()
    .execute();

/** The removed files in a street or grid, or in a grid of the street, held. */
export const holdRemoved = (tx: Tx, code: string): Promise<InTown[]> =>
  codesFrom(tx, code)
    .select(['id', 'town', 'town_code'])
    .where('removed_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Writes where files stand; their versions stay, for nobody has written in them. */
export const writeTown = (tx: Tx, ids: readonly string[], change: Updateable<EnterpriseTable>) =>
  on(tx)
    .updateTable('enterprise')
    .set(change)
    .where('tenant_id', '=', tx.scope.tenantId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute();
