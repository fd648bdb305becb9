import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
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
