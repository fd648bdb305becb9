import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { FileTables } from '../tables.ts';

const { selectFrom } = tenantTables<FileTables>();

export const keysAfter = (tx: Tx, after: string, limit: number): Promise<{ id: string; key: string }[]> =>
  selectFrom(tx, 'file').select(['id', 'key']).where('id', '>', after).orderBy('id').limit(limit).execute();
