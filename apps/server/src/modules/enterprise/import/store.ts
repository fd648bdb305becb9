import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { EnterpriseRow } from '../store.ts';
import type { EnterpriseTable, EnterpriseTables } from '../tables.ts';

const on = tables<EnterpriseTables>();

export type Existing = Pick<EnterpriseTable, 'id' | 'status' | 'region_code'>;

/** Existing enterprises by credit code, without closed and removed enterprises. */
export async function existingByCode(tx: Tx, codes: readonly string[]): Promise<Map<string, Existing>> {
  if (codes.length === 0) return new Map();
  const rows = await on(tx)
    .selectFrom('enterprise')
    .select(['id', 'credit_code', 'status', 'region_code'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('credit_code', 'in', codes)
    .where('status', '<>', 'closed')
    .where('removed_at', 'is', null)
    .execute();
  return new Map(rows.map(({ credit_code, ...row }) => [credit_code, row]));
}

/** Advisory lock, so that only one worker runs an import at a time. */
export const lockJob = (tx: Tx, jobId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('enterprise.import'), hashtext(${jobId}))`.execute(on(tx));

export const takeRows = (tx: Tx, ids: readonly string[]): Promise<EnterpriseRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : on(tx)
        .selectFrom('enterprise')
        .selectAll()
        .where('tenant_id', '=', tx.scope.tenantId)
        .where('id', 'in', ids)
        .orderBy('id')
        .forUpdate()
        .execute();

export async function replaceAllTags(
  tx: Tx,
  rows: readonly { id: string; tags: readonly { kind: string; value: string }[] }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const { tenantId } = tx.scope;
  await sql`delete from enterprise_tag where tenant_id = ${tenantId} and enterprise_id = any(${ids}::uuid[])`.execute(
    on(tx),
  );
  const tags = rows.flatMap(({ id, tags: own }) =>
    own.map((tag) => ({ tenant_id: tenantId, enterprise_id: id, ...tag })),
  );
  await insertAll(tx, 'enterprise_tag', tags);
}
