import { tables, type Tx } from '#platform/db/index.ts';
import type { AccessTables } from './tables.ts';

const on = tables<AccessTables>();

/** Every entry of the menu: the platform's and the tenant's own. */
export const readMenu = (tx: Tx) => on(tx).selectFrom('menu').selectAll().orderBy('sort').orderBy('id').execute();
