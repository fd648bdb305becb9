import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { AccessTables } from '../tables.ts';

const { on, updateTable, deleteFrom } = tenantTables<AccessTables>();

export type MenuRow = Selectable<AccessTables['menu']>;

export const menuRows = (tx: Tx) => on(tx).selectFrom('menu').selectAll().orderBy('sort').orderBy('id').execute();

export const insertMenu = (tx: Tx, row: Insertable<AccessTables['menu']>) =>
  on(tx).insertInto('menu').values(row).execute();

export const updateMenu = (tx: Tx, id: string, values: Updateable<AccessTables['menu']>) =>
  updateTable(tx, 'menu')
    .set(values)
    .set({ version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();

export const removeMenu = (tx: Tx, id: string) => deleteFrom(tx, 'menu').where('id', '=', id).execute();
