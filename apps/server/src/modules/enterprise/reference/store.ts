import { tables, type Tx } from '#platform/db/index.ts';
import type { EnterpriseTables } from '../tables.ts';

const on = tables<EnterpriseTables>();

/** Names by id, closed enterprises among them. */
export const namesOf = (tx: Tx, ids: string[]) =>
  on(tx)
    .selectFrom('enterprise')
    .select(['id', 'name'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute();

/** The enterprise that has a number or a credit code; of several with one credit code the one that is not closed. */
export async function idOfCode(tx: Tx, code: string): Promise<string | null> {
  const open = on(tx)
    .selectFrom('enterprise')
    .select('id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('removed_at', 'is', null);
  const row =
    (await open.where('enterprise_code', '=', code).executeTakeFirst()) ??
    (await open.where('credit_code', '=', code.toUpperCase()).where('status', '<>', 'closed').executeTakeFirst()) ??
    (await open.where('credit_code', '=', code.toUpperCase()).orderBy('id', 'desc').limit(1).executeTakeFirst());
  return row?.id ?? null;
}

/** Whether any enterprise stands in a street or grid, or in a grid of the street. */
export const standsIn = async (tx: Tx, code: string): Promise<boolean> =>
  (await on(tx)
    .selectFrom('enterprise')
    .select('id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('removed_at', 'is', null)
    .where('town_code', '>=', code)
    .where('town_code', '<', `${code}\u{10ffff}`)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Writes the new name of a street or grid to the enterprises in it. */
export const renameTown = (tx: Tx, code: string, town: string) =>
  on(tx)
    .updateTable('enterprise')
    .set({ town })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('removed_at', 'is', null)
    .where('town_code', '=', code)
    .execute();
