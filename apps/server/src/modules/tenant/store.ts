import { sql } from 'kysely';
import { literal, tables, type Tx } from '#platform/db/index.ts';
import { keyed } from '#platform/db/keyed.ts';
import type { Topic } from './freshness/tables.ts';
import type { TenantTables } from './tables.ts';

const on = tables<TenantTables>();
const columns = ['id', 'name', 'copy', 'icp', 'tec', 'logo'] as const;

const brands = (tx: Tx, name: string | undefined) => {
  const all = on(tx).selectFrom('brand').where('id', '<>', '0').where('removed_at', 'is', null);
  return name === undefined || name === '' ? all : all.where('name', 'like', `%${literal(name)}%`);
};

/** A page of brands with their number. */
export async function pageBrands(
  tx: Tx,
  name: string | undefined,
  limit: number,
  offset: number,
  desc: boolean | null,
) {
  const listed = brands(tx, name).select(columns);
  const ordered = desc === null ? listed.orderBy('sort') : listed.orderBy('name', desc ? 'desc' : 'asc');
  const rows = await ordered.orderBy('id').limit(limit).offset(offset).execute();
  const { total } = await brands(tx, name)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Brands whose name contains a text, a hundred at most. */
export const listBrands = (tx: Tx, name: string | undefined) =>
  brands(tx, name).select(columns).orderBy('sort').orderBy('id').limit(100).execute();

/** Every brand's tenant and name. */
export const allBrands = (tx: Tx) => brands(tx, undefined).select(['id', 'name']).orderBy('id').execute();

/** Numbers of all tenants whose rows are kept, those that were removed and may come back among them. */
export const keptTenants = (tx: Tx) =>
  on(tx)
    .selectFrom('brand')
    .select('id')
    .where('id', '<>', '0')
    .where('purge_began_at', 'is', null)
    .orderBy('id')
    .execute();

/** One brand. */
export const findBrand = (tx: Tx, id: string) =>
  on(tx).selectFrom('brand').select(columns).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();

/** The tenant that owns a host name, generic ones among them. */
export const findByHost = (tx: Tx, host: string) =>
  on(tx)
    .selectFrom('brand')
    .select('id')
    .where('removed_at', 'is', null)
    .where((eb) =>
      eb.or([eb(eb.val(host), '=', eb.fn.any('hosts')), eb(eb.val(host), '=', eb.fn.any('generic_hosts'))]),
    )
    .executeTakeFirst();

/** All host names of tenants, generic ones among them. */
export const brandHosts = async (tx: Tx): Promise<ReadonlySet<string>> => {
  const rows = await on(tx)
    .selectFrom('brand')
    .select(['hosts', 'generic_hosts'])
    .where('removed_at', 'is', null)
    .execute();
  return new Set(rows.flatMap(({ hosts, generic_hosts }) => [...hosts, ...generic_hosts]));
};

/** The scope's own tenant. */
export const findOwn = (tx: Tx) =>
  on(tx)
    .selectFrom('tenant')
    .select(['tenant_id', 'name', 'status'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .executeTakeFirst();

/** What of a tenant is a part of each principal: what it has rented too, and how often each part has changed. */
export const principalFacts = keyed<
  { status: string; mlps3: boolean; stems: string[]; topics: Topic[]; numbers: string[] },
  [tenantId: string]
>(
  'tenant.standing',
  (tenantId) => sql`select t.status, t.mlps3, p.stems, f.topics, f.numbers from tenant t
    cross join lateral (select coalesce(array_agg(stem), '{}') as stems from tenant_package
      where tenant_id = t.tenant_id) p
    cross join lateral (select coalesce(array_agg(topic), '{}') as topics,
      coalesce(array_agg(number::text), '{}') as numbers from fresh) f
    where t.tenant_id = ${tenantId}`,
);

/** What the scope's tenant has rented, as 'module:thing'; without a row everything. */
export const rentedStems = (tx: Tx) =>
  on(tx).selectFrom('tenant_package').select('stem').where('tenant_id', '=', tx.scope.tenantId).execute();

/** Whether the scope's tenant is protected at level three. */
export const isMlps3 = async (tx: Tx): Promise<boolean> =>
  (await on(tx).selectFrom('tenant').select('mlps3').where('tenant_id', '=', tx.scope.tenantId).executeTakeFirst())
    ?.mlps3 ?? false;

/** Until when the platform's people may write in the scope's tenant, or null. */
export const writeUntil = async (tx: Tx): Promise<Date | null> =>
  (
    await on(tx)
      .selectFrom('tenant')
      .select('entry_write_until')
      .where('tenant_id', '=', tx.scope.tenantId)
      .executeTakeFirst()
  )?.entry_write_until ?? null;
