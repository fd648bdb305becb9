import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { AccessTables } from '../tables.ts';

const on = tables<AccessTables>();

export type MenuRow = Selectable<AccessTables['menu']>;

export const menuRows = (tx: Tx) => on(tx).selectFrom('menu').selectAll().orderBy('sort').orderBy('id').execute();

export const insertMenu = (tx: Tx, row: Insertable<AccessTables['menu']>) =>
  on(tx).insertInto('menu').values(row).execute();

export const updateMenu = (tx: Tx, id: string, values: Updateable<AccessTables['menu']>) =>
  on(tx)
    .updateTable('menu')
    .set(values)
    .set({ version: sql`version + 1` })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();

export const removeMenu = (tx: Tx, id: string) =>
  on(tx).deleteFrom('menu').where('tenant_id', '=', tx.scope.tenantId).where('id', '=', id).execute();
