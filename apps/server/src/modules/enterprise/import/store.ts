import { sql } from 'kysely';
import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { insertAll } from '#platform/db/bulk.ts';
import { tables, type Tx } from '#platform/db/index.ts';
import type { ImportProblem } from '@anlan/contract/kit/import';
import type { EnterpriseTable } from '../tables.ts';
import type { ImportTables, StagedFields } from './tables.ts';

const on = tables<ImportTables>();
const staged = (tx: Tx, jobId: string) =>
  on(tx)
    .selectFrom('enterprise_import_row')
    .where('enterprise_import_row.tenant_id', '=', tx.scope.tenantId)
    .where('enterprise_import_row.job_id', '=', jobId);
const good = sql<boolean>`problems = '[]'::jsonb`;

/** A row as it is put aside. */
export interface StagedRow {
  row_no: number;
  credit_code: string | null;
  id: string;
  cells: object;
  phones_sealed: string | null;
  fields: StagedFields | null;
  problems: ImportProblem[];
  /** The enterprise that the row is already there as. */
  duplicate_of: string | null;
}

/** Puts rows aside. */
export const stageRows = (tx: Tx, jobId: string, rows: StagedRow[]) =>
  insertAll(
    tx,
    'enterprise_import_row',
    rows.map((row) => ({ tenant_id: tx.scope.tenantId, job_id: jobId, ...row })),
  );

/** Forgets the good rows of a job. */
export const forgetGoodRows = (tx: Tx, jobId: string) =>
  on(tx)
    .deleteFrom('enterprise_import_row')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('job_id', '=', jobId)
    .where(good)
    .execute();

/** The last row that was put aside; 0 when none was. */
export async function lastStaged(tx: Tx, jobId: string): Promise<number> {
  const { last } = await staged(tx, jobId)
    .select((eb) => eb.fn.max('row_no').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Forgets what imports of the tenant left behind before a moment; not what is being written, however long that takes. */
export const forgetOldRows = (tx: Tx, before: Date) =>
  sql`delete from enterprise_import_row r using job j
    where r.tenant_id = ${tx.scope.tenantId} and j.tenant_id = r.tenant_id and j.id = r.job_id
      and j.kind = 'enterprise.import' and j.updated_at < ${before}
      and not exists (select from job b where b.tenant_id = j.tenant_id and b.id = (j.params ->> 'appliedBy')::uuid
        and b.state in ('waiting', 'running'))`.execute(on(tx));

/** An enterprise that is there already. */
export type Existing = Pick<EnterpriseTable, 'id' | 'status' | 'region_code'>;

/** The enterprises that are there already, by credit code; closed and removed ones do not count. */
export async function existingByCode(tx: Tx, codes: string[]): Promise<Map<string, Existing>> {
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

/** The divisions in which the tenant has enterprises. */
export async function regionsOf(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`select distinct region_code as code from enterprise_fact
    where tenant_id = ${tx.scope.tenantId}`.execute(on(tx));
  return new Set(rows.map(({ code }) => code));
}

/** What rows hold that is classified, by number. */
export const encryptedRows = (tx: Tx, jobId: string, numbers: number[]) =>
  staged(tx, jobId).select(['row_no', 'id', 'phones_sealed']).where('row_no', 'in', numbers).execute();

/** The next good rows after one. */
export const nextRows = (tx: Tx, jobId: string, after: number, limit: number) =>
  staged(tx, jobId)
    .select(['row_no', 'id', 'credit_code', 'fields', 'phones_sealed'])
    .where('row_no', '>', after)
    .where(good)
    .orderBy('row_no')
    .limit(limit)
    .execute();

/** How many rows there are, how many are good, and how many of those are there already. */
export async function countRows(tx: Tx, jobId: string): Promise<{ rows: number; good: number; duplicates: number }> {
  const found = await staged(tx, jobId)
    .select((eb) => [
      eb.fn.countAll<string>().as('rows'),
      eb.fn.countAll<string>().filterWhere(good).as('good'),
      eb.fn.count<string>('duplicate_of').as('duplicates'),
    ])
    .executeTakeFirstOrThrow();
  return { rows: Number(found.rows), good: Number(found.good), duplicates: Number(found.duplicates) };
}

/** Wrong rows after one, for the file of errors. */
export const nextBadRows = (tx: Tx, jobId: string, after: number, limit: number) =>
  staged(tx, jobId)
    .select(['row_no', 'id', 'cells', 'phones_sealed', 'problems'])
    .where('row_no', '>', after)
    .where(sql<boolean>`problems <> '[]'::jsonb`)
    .orderBy('row_no')
    .limit(limit)
    .execute();

/** Keeps a second runner of the same work out until the transaction ends. */
export const workAlone = (tx: Tx, jobId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('enterprise.import'), hashtext(${jobId}))`.execute(on(tx));

/** What every new enterprise of an import has in common. */
export interface Entry {
  status: EnterpriseStatus;
  userId: string;
  now: Date;
}

/** What of phones is known only where the row will stand. */
export type NewPhones = Pick<EnterpriseTable, 'phones_sealed' | 'safety_manager_index'>;

/** Where a row will stand is known only when it does. */
export type NewTown = Pick<EnterpriseTable, 'town_code' | 'town'>;

/** Inserts the rows that are given a number. */
export async function insertStaged(
  tx: Tx,
  jobId: string,
  numbers: ({ row_no: number; code: string } & NewTown & NewPhones)[],
  { status, userId, now }: Entry,
): Promise<void> {
  const activatedAt = status === 'active' ? now : null;
  // Joined by the key alone: right with any plan, also before the tables have been counted.
  const given = sql`enterprise_import_row r
      join json_to_recordset(${JSON.stringify(numbers)}::json) as n (row_no int, code text, town_code text, town text,
        phones_sealed text, safety_manager_index text) on n.row_no = r.row_no`;
  const mine = sql`r.tenant_id = ${tx.scope.tenantId} and r.job_id = ${jobId}`;
  await sql`
    insert into enterprise (tenant_id, id, name, name_search, credit_code, enterprise_code, region_code, registered_address,
      business_address, industry_code, supervision_kind, enterprise_size, economic_type, headcount, legal_person,
      head_name, head_phone, safety_manager_name, safety_manager_phone, phones_sealed, safety_manager_index,
      established_on, standard_level, hazard_features,
      car_types, town_code, town, remark, profile_rate, status, source, officer_id, joined_at, activated_at, created_at, created_by,
      updated_at, updated_by)
    select r.tenant_id, f.id, f.name, coalesce(f.name_search, ''), f.credit_code, n.code, f.region_code, f.registered_address,
      coalesce(f.business_address, f.registered_address), f.industry_code, f.supervision_kind, f.enterprise_size,
      f.economic_type, f.headcount, f.legal_person, f.head_name, f.head_phone, f.safety_manager_name,
      f.safety_manager_phone, n.phones_sealed, n.safety_manager_index, f.established_on, f.standard_level, f.hazard_features, f.car_types, n.town_code, n.town,
      f.remark,
      f.profile_rate, ${status}, 'import', ${userId}::uuid, ${activatedAt}::timestamptz, ${activatedAt}::timestamptz,
      ${now}::timestamptz, ${userId}::uuid, ${now}::timestamptz, ${userId}::uuid
    from ${given} cross join lateral jsonb_populate_record(null::enterprise, r.fields) f
    where ${mine}`.execute(on(tx));
  // A first change goes by the id of its enterprise: it is the oldest of all.
  await sql`
    insert into enterprise_status_change (tenant_id, id, enterprise_id, to_status, at, by_id, by_name)
    select r.tenant_id, (r.fields ->> 'id')::uuid, (r.fields ->> 'id')::uuid, ${status}, ${now}::timestamptz,
      ${userId}::uuid, ${tx.scope.userName}
    from ${given} where ${mine}`.execute(on(tx));
}

/** Enterprises by id, held until the transaction ends. */
export const takeRows = (tx: Tx, ids: string[]) =>
  on(tx)
    .selectFrom('enterprise')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Writes rows over the enterprises they are already there as; what a row leaves empty stays. */
export async function updateStaged(
  tx: Tx,
  jobId: string,
  changed: ({ row_no: number; id: string; profile_rate: number } & NewTown & NewPhones)[],
  { userId, now }: Omit<Entry, 'status'>,
): Promise<void> {
  const rows = sql`enterprise_import_row r
      join json_to_recordset(${JSON.stringify(changed)}::json) as c (row_no int, id uuid, profile_rate int,
        town_code text, town text, phones_sealed text, safety_manager_index text) on c.row_no = r.row_no
      cross join lateral jsonb_populate_record(null::enterprise, r.fields) f
    where r.tenant_id = ${tx.scope.tenantId} and r.job_id = ${jobId}`;
  await sql`
    update enterprise e set name = f.name, name_search = coalesce(f.name_search, ''), region_code = f.region_code, registered_address = f.registered_address,
      business_address = coalesce(f.business_address, e.business_address), industry_code = f.industry_code,
      supervision_kind = f.supervision_kind, enterprise_size = coalesce(f.enterprise_size, e.enterprise_size),
      economic_type = coalesce(f.economic_type, e.economic_type), headcount = coalesce(f.headcount, e.headcount),
      legal_person = f.legal_person, head_name = coalesce(f.head_name, e.head_name),
      head_phone = coalesce(f.head_phone, e.head_phone), safety_manager_name = f.safety_manager_name,
      safety_manager_phone = f.safety_manager_phone, phones_sealed = f.new_phones,
      safety_manager_index = f.new_index, established_on = coalesce(f.established_on, e.established_on),
      standard_level = coalesce(f.standard_level, e.standard_level),
      hazard_features = coalesce(f.hazard_features, e.hazard_features), car_types = coalesce(f.car_types, e.car_types),
      town_code = f.new_town_code, town = f.new_town,
      remark = coalesce(f.remark, e.remark), profile_rate = f.new_rate, version = e.version + 1,
      updated_at = ${now}::timestamptz, updated_by = ${userId}::uuid
    from (select c.id as known_id, c.profile_rate as new_rate, c.phones_sealed as new_phones,
        c.safety_manager_index as new_index, c.town_code as new_town_code, c.town as new_town, f.* from ${rows}) f
    where e.tenant_id = ${tx.scope.tenantId} and e.id = f.known_id`.execute(on(tx));
  await sql`
    delete from enterprise_tag t using (select c.id as known_id, f.hazard_features, f.car_types from ${rows}) f
    where t.tenant_id = ${tx.scope.tenantId} and t.enterprise_id = f.known_id
      and (t.kind = 'hazardFeature' and f.hazard_features is not null or t.kind = 'carType' and f.car_types is not null)
  `.execute(on(tx));
  await sql`
    insert into enterprise_tag (tenant_id, enterprise_id, kind, value)
    select ${tx.scope.tenantId}, f.known_id, t.kind, t.value
    from (select c.id as known_id, f.hazard_features, f.car_types from ${rows}) f
      cross join lateral (
        select 'hazardFeature' as kind, unnest(f.hazard_features) as value
        union select 'carType', unnest(f.car_types)) t`.execute(on(tx));
}
