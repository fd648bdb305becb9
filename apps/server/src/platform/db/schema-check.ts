import type { Connection } from './connection.ts';
import type { Table } from './described-table.ts';
import { readTables } from './table-classes.ts';

const scoped = (table: Table | undefined) =>
  table?.class === 'tenant' ||
  table?.class === 'enterprise' ||
  table?.class === 'shared' ||
  table?.class === 'addressed';

function tableProblems(table: Table): string[] {
  const problems: string[] = [];
  const say = (what: string) => problems.push(`${table.name}: ${what}`);
  const needs = (column: string, type: string) => {
    const columnFacts = table.columns.get(column);
    if (columnFacts?.type !== type || !columnFacts.required) say(`needs a column ${column} of type ${type}, not null`);
  };
  if (table.class === null) say("says no class: comment on table … is 'class: tenant'");
  if (scoped(table)) needs('tenant_id', 'text');
  if (table.class === 'enterprise') needs(table.enterpriseColumn, 'uuid');
  if ((table.limit === 'region' || table.limit === 'sums') && table.columns.get(table.regionColumn)?.type !== 'text')
    say('needs a column oversight_code of type text: follow_enterprise adds it');
  if (table.class === 'addressed') needs('readers', 'text[]');
  if (table.class === 'brand') needs(table.tenantColumn, 'text');
  if (!table.secured) say('row security is not enabled and forced');
  if (table.policies.length === 0) say('has no policy');
  for (const { name } of table.policies) if (!name.startsWith('anlan_')) say(`policy ${name} is not the rule's`);
  if (table.open) say('is open to everybody');
  for (const granted of [table.granted, table.grantedWide])
    if (/truncate|references|trigger|maintain/.test(granted)) say(`the app role may ${granted}`);
  return problems;
}

async function indexProblems(client: Connection, tables: ReadonlyMap<string, Table>): Promise<string[]> {
  const { rows } = await client.query<{ name: string; owner: string; first: string | null }>(
    `select i.indexrelid::regclass::text as name, t.relname as owner, a.attname as first
     from pg_index i join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
     left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
     where i.indisunique`,
  );
  return rows
    .filter(({ owner, first }) => scoped(tables.get(owner)) && first !== 'tenant_id')
    .map(({ name }) => `${name}: a unique index starts with tenant_id`);
}

async function referenceProblems(client: Connection, tables: ReadonlyMap<string, Table>): Promise<string[]> {
  const { rows } = await client.query<{ name: string; source: string; target: string; carries: boolean }>(
    `select k.conname as name, s.relname as source, t.relname as target,
       exists (select from unnest(k.conkey, k.confkey) as pair (mine, theirs)
         join pg_attribute a on a.attrelid = s.oid and a.attnum = pair.mine and a.attname = 'tenant_id'
         join pg_attribute b on b.attrelid = t.oid and b.attnum = pair.theirs and b.attname = 'tenant_id') as carries
     from pg_constraint k join pg_class s on s.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and s.relnamespace = 'public'::regnamespace`,
  );
  return rows
    .filter(({ source, target, carries }) => !carries && (scoped(tables.get(source)) || scoped(tables.get(target))))
    .map(({ name, source }) => `${source}: the reference ${name} carries no tenant_id`);
}

// Finds objects that bypass the policies or reach outside the database (S24). Also finds functions with the row type of
// a table: current PostgreSQL minor versions refuse to rewrite such a table.
const objects = `
  select p.oid::regprocedure::text || ': a function takes or returns the row type of the table ' || c.relname as problem
  from pg_proc p
  join lateral unnest(p.proargtypes::oid[] || coalesce(p.proallargtypes, '{}') || p.prorettype) used on true
  join pg_type t on t.oid = used or t.typarray = used
  join pg_class c on c.oid = t.typrelid and c.relkind in ('r', 'p', 'v')
  where p.pronamespace = 'public'::regnamespace
  union all
  select c.relname || ': ' || case c.relkind when 'm' then 'a materialised view has no row security'
    when 'f' then 'a foreign table has no row security' else 'a view without security_invoker' end
  from pg_class c where c.relnamespace = 'public'::regnamespace and (c.relkind in ('m', 'f')
    or c.relkind = 'v' and not coalesce('security_invoker=true' = any(c.reloptions) or 'security_invoker=on' = any(c.reloptions), false))
  union all
  select p.proname || ': a definer function without a fixed search_path' from pg_proc p
  where p.prosecdef and p.pronamespace = 'public'::regnamespace
    and not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%')
  union all
  select p.proname || ': a definer function that everybody may call' from pg_proc p
  cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
  where p.prosecdef and p.pronamespace = 'public'::regnamespace and x.grantee = 0
  union all
  select e.extname || ': this extension is not allowed' from pg_extension e
  where e.extname in ('dblink', 'postgres_fdw', 'file_fdw', 'pgcrypto', 'lo', 'adminpack')
  union all
  select 'pgboss.' || c.relname || ': row security is not enabled' from pg_class c
  where c.relnamespace = to_regnamespace('pgboss') and c.relkind in ('r', 'p') and not c.relrowsecurity
    -- From the migration on that put the queues under row security.
    and (select relrowsecurity from pg_class where oid = to_regclass('pgboss.job'))
  union all
  select n.nspname || ': a schema beside public that the check does not cover' from pg_namespace n
  where n.nspname not in ('public', 'pgboss', 'information_schema') and n.nspname not like 'pg\\_%'
    and exists (select from pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and has_any_column_privilege($1, c.oid, 'select'))`;

/** Returns the gaps in row security, one line each (S23, S24). */
export async function checkSchema(client: Connection, appRole: string): Promise<string[]> {
  const tables = await readTables(client, appRole);
  const byName = new Map(tables.map((table) => [table.name, table]));
  // After the migration that introduced regions, every table of an enterprise must have region policies.
  const forgetful = tables.some(({ limit }) => limit !== null)
    ? tables.filter((table) => table.class === 'enterprise' && table.limit === null)
    : [];
  const others = await client.query<{ problem: string }>(objects, [appRole]);
  return [
    ...tables.flatMap(tableProblems),
    ...forgetful.map(({ name }) => `${name}: belongs to enterprises and says not 'in region'`),
    ...(await indexProblems(client, byName)),
    ...(await referenceProblems(client, byName)),
    ...others.rows.map(({ problem }) => problem),
  ];
}
