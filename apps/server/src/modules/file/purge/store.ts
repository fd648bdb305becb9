import { tables, type Tx } from '#platform/db/index.ts';
import type { FileTables } from '../tables.ts';

const on = tables<FileTables>();

export const keysAfter = (tx: Tx, after: string, limit: number): Promise<{ id: string; key: string }[]> =>
  on(tx)
    .selectFrom('file')
    .select(['id', 'key'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
