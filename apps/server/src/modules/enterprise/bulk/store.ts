import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { Found } from '../selection/service.ts';
import { filteredIds } from '../store.ts';
import type { EnterpriseTables } from '../tables.ts';
import type { BulkTables } from './tables.ts';

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

/** Writes the changed fields and increments the row versions. */
export async function writeFields(
  tx: Tx,
  rows: { id: string; labels?: string[] | null; officer_id?: string; profile_rate?: number }[],
  { userId, now }: { userId: string; now: Date },
) {
  const [first] = rows;
  if (first === undefined) return;
  // Labels are notes of the authority, so they do not change the update time.
  const set =
    first.labels === undefined
      ? sql`officer_id = n.officer_id, profile_rate = n.profile_rate, updated_at = ${now}::timestamptz,
          updated_by = ${userId}::uuid`
      : sql`labels = n.labels`;
  await sql`update enterprise e set ${set}, version = e.version + 1
    from json_populate_recordset(null::enterprise, ${JSON.stringify(rows)}::json) n
    where e.tenant_id = ${tx.scope.tenantId} and e.id = n.id`.execute(on(tx));
}

/**
 * Rewrites the label rows in `enterprise_tag`, which the label filter reads. Used when enterprises get different
 * labels.
 */
export async function rebuildLabelTags(tx: Tx, ids: string[]) {
  const { tenantId } = tx.scope;
  await sql`delete from enterprise_tag where tenant_id = ${tenantId} and kind = 'label'
    and enterprise_id = any (${ids}::uuid[])`.execute(on(tx));
  await sql`insert into enterprise_tag (tenant_id, enterprise_id, kind, value)
    select e.tenant_id, e.id, 'label', l.value from enterprise e, unnest(e.labels) as l (value)
    where e.tenant_id = ${tenantId} and e.id = any (${ids}::uuid[])`.execute(on(tx));
}

export async function writeLabelTags(tx: Tx, ids: string[], labels: string[], how: 'add' | 'remove') {
  const { tenantId } = tx.scope;
  if (how === 'add')
    await sql`insert into enterprise_tag (tenant_id, enterprise_id, kind, value)
      select ${tenantId}, i.id, 'label', l.value from unnest(${ids}::uuid[]) as i (id), unnest(${labels}::text[]) as l (value)
      on conflict do nothing`.execute(on(tx));
  else
    await sql`delete from enterprise_tag where tenant_id = ${tenantId} and kind = 'label'
      and value = any (${labels}::text[]) and enterprise_id = any (${ids}::uuid[])`.execute(on(tx));
}
