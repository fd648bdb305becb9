import { sql } from 'kysely';
import { literal, tenantTables, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import type { Topic } from './cache-versions/tables.ts';
import type { TenantTables } from './tables.ts';

const { on, selectFrom } = tenantTables<TenantTables>();
const columns = ['id', 'name', 'copy', 'icp', 'tec', 'logo'] as const;

const brands = (tx: Tx, name: string | undefined) => {
  const all = on(tx).selectFrom('brand').where('id', '<>', '0').where('removed_at', 'is', null);
  return name === undefined || name === '' ? all : all.where('name', 'like', `%${literal(name)}%`);
};

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

export const listBrands = (tx: Tx, name: string | undefined) =>
  brands(tx, name).select(columns).orderBy('sort').orderBy('id').limit(100).execute();

export const allBrands = (tx: Tx) => brands(tx, undefined).select(['id', 'name']).orderBy('id').execute();

export const keptTenants = (tx: Tx) =>
  on(tx)
    .selectFrom('brand')
    .select('id')
    .where('id', '<>', '0')
    .where('purge_began_at', 'is', null)
    .orderBy('id')
    .execute();

export const findBrand = (tx: Tx, id: string) =>
  on(tx).selectFrom('brand').select(columns).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();

export const findByHost = (tx: Tx, host: string) =>
  on(tx)
    .selectFrom('brand')
    .select('id')
    .where('removed_at', 'is', null)
    .where((eb) =>
      eb.or([eb(eb.val(host), '=', eb.fn.any('hosts')), eb(eb.val(host), '=', eb.fn.any('generic_hosts'))]),
    )
    .executeTakeFirst();

export const brandHosts = async (tx: Tx): Promise<ReadonlySet<string>> => {
  const rows = await on(tx)
    .selectFrom('brand')
    .select(['hosts', 'generic_hosts'])
    .where('removed_at', 'is', null)
    .execute();
  return new Set(rows.flatMap(({ hosts, generic_hosts }) => [...hosts, ...generic_hosts]));
};

export const findOwn = (tx: Tx) => selectFrom(tx, 'tenant').select(['tenant_id', 'name', 'status']).executeTakeFirst();

export const principalFacts = preparedStatement<
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

/** Packages that the tenant rented, as `module:thing`. A tenant without rows has all packages. */
export const rentedStems = (tx: Tx) => selectFrom(tx, 'tenant_package').select('stem').execute();

export const isMlps3 = async (tx: Tx): Promise<boolean> =>
  (await selectFrom(tx, 'tenant').select('mlps3').executeTakeFirst())?.mlps3 ?? false;

export const writeUntil = async (tx: Tx): Promise<Date | null> =>
  (await selectFrom(tx, 'tenant').select('entry_write_until').executeTakeFirst())?.entry_write_until ?? null;
