import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { Found } from '../selection/service.ts';
import { filteredIds } from '../store.ts';
import type { EnterpriseTables } from '../tables.ts';

interface BulkTables {
  enterprise_bulk_row: {
    tenant_id: string;
    job_id: string;
    row_no: number;
    enterprise_id: string;
    version: number;
    name: string;
    credit_code: string;
    /** Reason of the refusal; null while the row is pending. */
    reason: string | null;
  };
}

const on = tables<BulkTables & EnterpriseTables>();
const rowsOf = (tx: Tx, jobId: string) =>
  on(tx).selectFrom('enterprise_bulk_row').where('tenant_id', '=', tx.scope.tenantId).where('job_id', '=', jobId);

/** Stores the selected enterprises in id order. Returns their number, which is at most the limit plus one. */
export async function choose(tx: Tx, jobId: string, selection: Found, limit: number): Promise<number> {
  const filter = 'ids' in selection ? { among: selection.ids } : selection.filter;
  const except = 'ids' in selection ? [] : selection.except;
  const all = filteredIds(tx, filter).select(['version', 'name', 'credit_code']);
  const done = await sql`
    insert into enterprise_bulk_row (tenant_id, job_id, row_no, enterprise_id, version, name, credit_code)
    select ${tx.scope.tenantId}, ${jobId}::uuid, row_number() over (order by c.id), c.id, c.version, c.name, c.credit_code
    from (select * from (${all}) f where f.id <> all (${except}::uuid[]) limit ${limit + 1}) c`.execute(on(tx));
  return Number(done.numAffectedRows ?? 0);
}

export const nextRows = (tx: Tx, jobId: string, after: number, limit: number) =>
  rowsOf(tx, jobId)
    .select(['row_no', 'enterprise_id', 'version'])
    .where('row_no', '>', after)
    .orderBy('row_no')
    .limit(limit)
    .execute();

/** Deletes processed rows of the job. Refused rows stay, with their reason. */
export async function settle(
  tx: Tx,
  jobId: string,
  { from, to }: { from: number; to: number },
  refused: { row_no: number; reason: string }[],
) {
  const { tenantId } = tx.scope;
  await sql`update enterprise_bulk_row r set reason = n.reason
    from json_to_recordset(${JSON.stringify(refused)}::json) as n (row_no int, reason text)
    where r.tenant_id = ${tenantId} and r.job_id = ${jobId} and r.row_no = n.row_no`.execute(on(tx));
  await on(tx)
    .deleteFrom('enterprise_bulk_row')
    .where('tenant_id', '=', tenantId)
    .where('job_id', '=', jobId)
    .where('row_no', '>', from)
    .where('row_no', '<=', to)
    .where('reason', 'is', null)
    .execute();
}

export const forgetOld = (tx: Tx, before: Date) =>
  sql`delete from enterprise_bulk_row r using job j
    where r.tenant_id = ${tx.scope.tenantId} and j.tenant_id = r.tenant_id and j.id = r.job_id
      and j.kind = 'enterprise.bulk' and j.updated_at < ${before}`.execute(on(tx));

interface Ended {
  jobId: string;
  stopped: boolean;
}
const refusedIn = (tx: Tx, { jobId, stopped }: Ended) =>
  stopped ? rowsOf(tx, jobId) : rowsOf(tx, jobId).where('reason', 'is not', null);

/** Refused rows of an ended job. For a stopped job, also the rows that it did not process. */
export const refusedRows = (tx: Tx, job: Ended, limit: number, { after = 0, offset = 0 } = {}) =>
  refusedIn(tx, job)
    .select(['row_no', 'enterprise_id', 'name', 'credit_code', 'reason'])
    .where('row_no', '>', after)
    .orderBy('row_no')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countRefused(tx: Tx, job: Ended): Promise<number> {
  const { n } = await refusedIn(tx, job)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Advisory lock, so that only one worker runs a job at a time. */
export const lockJob = (tx: Tx, jobId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('enterprise.bulk'), hashtext(${jobId}))`.execute(on(tx));
