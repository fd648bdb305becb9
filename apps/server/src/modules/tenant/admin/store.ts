import { sql, type Selectable, type SelectQueryBuilder, type Updateable } from 'kysely';
import type { Sort } from '@anlan/contract/domain/paging';
import type { TenantTrouble, TroubleKind } from '@anlan/contract/modules/tenant/tenant';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import { nameHolds, withReadings } from '#platform/db/name-search.ts';
import type { TenantTables } from '../tables.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<TenantTables>();

export type BrandRow = Selectable<TenantTables['brand']>;
export interface AdminFilter {
  name?: string | undefined;
  status?: 'active' | 'frozen' | undefined;
  removed?: 'true' | 'false' | undefined;
}
export type AdminSort = 'id' | 'name' | 'createTime';

type Listed = SelectQueryBuilder<TenantTables, 'brand', object>;

function listed(tx: Tx, { name, status, removed }: AdminFilter): Listed {
  let query: Listed = on(tx)
    .selectFrom('brand')
    .where('removed_at', removed === 'true' ? 'is not' : 'is', null);
  if (name) query = query.where((eb) => eb.or([nameHolds('name', name), eb('id', '=', name)]));
  return status === undefined ? query : query.where('status', '=', status);
}

export async function pageTenants(
  tx: Tx,
  filter: AdminFilter,
  [sort]: Sort<AdminSort>[],
  limit: number,
  offset: number,
) {
  const column = { id: 'sort', name: 'name', createTime: 'created_at' } as const;
  const rows = await listed(tx, filter)
    .selectAll('brand')
    .orderBy(column[sort?.by ?? 'id'], sort?.desc ? 'desc' : 'asc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await listed(tx, filter)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export const tenantRow = (tx: Tx, id: string): Promise<BrandRow | undefined> =>
  on(tx).selectFrom('brand').selectAll().where('id', '=', id).executeTakeFirst();

/** Reads the tenant of the scope and locks it until the transaction ends. */
export const takeTenant = (tx: Tx): Promise<BrandRow | undefined> =>
  on(tx).selectFrom('brand').selectAll().where('id', '=', tx.scope.tenantId).forUpdate().executeTakeFirst();

/** Takes a lock, so that names, hosts and numbers are assigned one after the other. */
export const lockNames = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('tenant names', 0))`.execute(on(tx));

export async function nextNumber(tx: Tx, first: number): Promise<string> {
  const { last } = await on(tx)
    .selectFrom('brand')
    .select((eb) => eb.fn.max('sort').as('last'))
    .executeTakeFirstOrThrow();
  return String(Math.max(first, Number(last ?? 0) + 1));
}

export const sameNamed = (tx: Tx, own: string, { name, hosts }: { name: string; hosts: string[] }) =>
  on(tx)
    .selectFrom('brand')
    .select(['id', 'name', 'hosts', 'generic_hosts'])
    .where('id', '<>', own)
    .where((eb) =>
      eb.or([
        eb('name', '=', name),
        sql<boolean>`hosts && ${hosts}::text[]`,
        sql<boolean>`generic_hosts && ${hosts}::text[]`,
      ]),
    )
    .limit(1)
    .executeTakeFirst();

export async function insertTenant(
  tx: Tx,
  brand: Pick<BrandRow, 'name' | 'copy' | 'icp' | 'tec' | 'logo' | 'hosts' | 'generic_hosts'>,
) {
  const id = tx.scope.tenantId;
  await on(tx).insertInto('tenant').values({ tenant_id: id, name: brand.name, status: 'active' }).execute();
  await on(tx)
    .insertInto('brand')
    .values(await withReadings({ ...brand, id, sort: Number(id) }, 'name'))
    .execute();
}

export const updateBrand = async (tx: Tx, change: Updateable<TenantTables['brand']>) =>
  on(tx)
    .updateTable('brand')
    .set(await withReadings(change, 'name'))
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', tx.scope.tenantId)
    .returning('version')
    .executeTakeFirstOrThrow();

/** Marks the tenant as removed at the database time, or restores it. */
export const setRemoved = (tx: Tx, removed: boolean) =>
  (removed
    ? sql`select tenant_remove(${tx.scope.tenantId})`
    : sql`select tenant_restore(${tx.scope.tenantId})`
  ).execute(on(tx));

export const updateTenant = (tx: Tx, change: Updateable<TenantTables['tenant']>) =>
  updateTable(tx, 'tenant').set(change).execute();

export const frozenReason = async (tx: Tx): Promise<string | null> =>
  (await selectFrom(tx, 'tenant').select('frozen_reason').executeTakeFirst())?.frozen_reason ?? null;

/** Packages that the tenant rented; null means all packages. */
export async function readRented(tx: Tx): Promise<string[] | null> {
  const rows = await selectFrom(tx, 'tenant_package').select('stem').orderBy('stem').execute();
  return rows.length === 0 ? null : rows.map(({ stem }) => stem).filter((stem) => stem !== nothing);
}

// Stored for a tenant that rented no package, because a tenant without rows has all packages.
const nothing = '-';

export async function writeRented(tx: Tx, stems: readonly string[] | null): Promise<void> {
  const { tenantId } = tx.scope;
  await deleteFrom(tx, 'tenant_package').execute();
  if (stems === null) return;
  await on(tx)
    .insertInto('tenant_package')
    .values([nothing, ...new Set(stems)].map((stem) => ({ tenant_id: tenantId, stem })))
    .execute();
}

/** Size of the whole database in bytes, with indexes. */
export async function databaseBytes(tx: Tx): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select coalesce(sum(pg_total_relation_size(oid)), 0)::text as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(tx.kysely);
  return Number(rows[0]?.bytes ?? 0);
}

const dayMs = 86_400_000;

/** The newest rows that a trouble figure counts, and their total. */
export async function readTroubleRows(tx: Tx, kind: TroubleKind, now: Date, limit: number) {
  const { tenantId } = tx.scope;
  const since = (days: number) => new Date(now.getTime() - days * dayMs);
  const rows =
    kind === 'errors'
      ? sql`select id, kind as what, message as text, url, at from client_error
          where tenant_id = ${tenantId} and at >= ${since(1)}`
      : kind === 'failedJobs'
        ? sql`select id, kind as what, message as text, null as url, updated_at as at from job
            where tenant_id = ${tenantId} and state = 'failed' and updated_at >= ${since(7)}`
        : sql`select id, kind as what, message as text, null as url, updated_at as at from job
            where tenant_id = ${tenantId} and state in ('waiting', 'running')`;
  type Row = Pick<TenantTrouble, 'id' | 'what' | 'text' | 'url' | 'at'>;
  const { rows: latest } = await sql<Row>`${rows} order by at desc, id desc limit ${limit}`.execute(tx.kysely);
  const { rows: counted } = await sql<{ total: string }>`select count(*) as total from (${rows}) as found`.execute(
    tx.kysely,
  );
  return { latest, total: Number(counted[0]?.total ?? 0) };
}

/** Counts browser errors of one day, running jobs and jobs that failed within a week, and the bytes of files. */
export async function readTrouble(tx: Tx, now: Date) {
  const { tenantId } = tx.scope;
  const since = (days: number) => new Date(now.getTime() - days * dayMs);
  const { rows } = await sql<Record<'errors' | 'failedJobs' | 'openJobs' | 'storedBytes', string>>`select
      (select count(*) from client_error where tenant_id = ${tenantId} and at >= ${since(1)}) as errors,
      (select count(*) from job where tenant_id = ${tenantId} and state = 'failed' and updated_at >= ${since(7)})
        as "failedJobs",
      (select count(*) from job where tenant_id = ${tenantId} and state in ('waiting', 'running')) as "openJobs",
      (select coalesce(sum(size_bytes), 0) from file where tenant_id = ${tenantId}) as "storedBytes"`.execute(
    tx.kysely,
  );
  const [row] = rows;
  return {
    errors: Number(row?.errors ?? 0),
    failedJobs: Number(row?.failedJobs ?? 0),
    openJobs: Number(row?.openJobs ?? 0),
    storedBytes: Number(row?.storedBytes ?? 0),
  };
}
