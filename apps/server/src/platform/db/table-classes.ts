import { createHash } from 'node:crypto';
import pg from 'pg';
import { everyRegion, regionRangesMost } from '#kernel/regions.ts';
import type { Connection } from './connection.ts';
import type { Column, Table, TableClass } from './described-table.ts';
import { visibilityFunction } from './object-visibility.ts';
import { grantedTo, grants, wordsOf, type Privileges } from './privileges.ts';
import { queueGrants } from './queue-grants.ts';

const pattern =
  /^class: (tenant|enterprise|shop|shared|addressed|brand|wall|owner)( by id)?(?: in (region|sums|sight|whole))?(; append-only)?(?:; object: (\w+)(?: where (.+))?)?$/;

type Row = {
  name: string;
  comment: string | null;
  partition: boolean;
  columns: ({ name: string } & Column)[];
  owner: string;
  secured: boolean;
  policies: { name: string; mark: string | null }[];
  granted: string;
  grantedWide: string;
  open: boolean;
};

/** The second database role of a server; its policies do not check regions. */
export const wideRoleOf = (appRole: string): string => `${appRole.slice(0, 59)}_all`;

export async function readTables(client: Connection, appRole: string): Promise<Table[]> {
  const { rows } = await client.query<Row>(
    `select c.relname as name, c.relispartition as partition,
       obj_description(coalesce(pg_partition_root(c.oid)::oid, c.oid), 'pg_class') as comment,
       pg_get_userbyid(c.relowner)::text as owner, c.relrowsecurity and c.relforcerowsecurity as secured,
       (select json_agg(json_build_object('name', a.attname, 'type', a.atttypid::regtype::text, 'required', a.attnotnull,
          'owners', col_description(c.oid, a.attnum) is not distinct from 'written by the owner'))
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       coalesce((select json_agg(json_build_object('name', p.polname, 'mark', obj_description(p.oid, 'pg_policy')))
        from pg_policy p where p.polrelid = c.oid), '[]') as policies,
       ${grantedTo('$1')} as granted, ${grantedTo('$2')} as "grantedWide",
       exists (select from aclexplode(c.relacl) x where x.grantee = 0) as open
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
     order by c.relname`,
    [appRole, wideRoleOf(appRole)],
  );
  return rows.map((row) => {
    const match = pattern.exec(row.comment ?? '');
    const ownId = match?.[2] !== undefined;
    const columns = new Map(row.columns.map(({ name, ...column }) => [name, column]));
    const [tableClass, type] = [match?.[1], match?.[5]];
    return {
      ...row,
      columns,
      class: isClass(tableClass) ? tableClass : null,
      appendOnly: match?.[4] !== undefined,
      object: type === undefined ? null : { type, where: match?.[6] ?? null },
      // The primary key of a brand row is the tenant id.
      tenantColumn: columns.has('tenant_id') ? 'tenant_id' : 'id',
      enterpriseColumn: ownId ? 'id' : tableClass === 'shop' ? 'shop_id' : 'enterprise_id',
      limit: isLimit(match?.[3]) ? match[3] : null,
      regionColumn: columns.has('oversight_code') ? 'oversight_code' : 'region_code',
    };
  });
}

const isClass = (word: string | undefined): word is TableClass =>
  ['tenant', 'enterprise', 'shop', 'shared', 'addressed', 'brand', 'wall', 'owner'].includes(word ?? '');

const isLimit = (word: string | undefined) =>
  word === 'region' || word === 'sums' || word === 'sight' || word === 'whole';

type Policy = { name: string; clause: string };
type Roles = { app: string; wide: string | null };

const setting = (name: string) => `current_setting('anlan.${name}', true)`;
// One range over all overseen regions, which an index supports, and the gaps inside it. Without gaps only the range
// is checked.
function inRegions(column: string): string {
  const gapsFrom = (n: number): string => {
    const before = `${column} <= ${setting(`region_until_${n}`)}`;
    const after = `${column} >= nullif(${setting(`region_after_${n}`)}, '')`;
    return `(${before} or ${n + 1 < regionRangesMost ? `(${after} and ${gapsFrom(n + 1)})` : after})`;
  };
  return (
    `${column} >= nullif(${setting('region_from')}, '') and ${column} <= ${setting('region_to')}` +
    ` and ${gapsFrom(1)}`
  );
}

// Without the role for all regions, callers that see everything get this range instead.
const isEverywhere = `${setting('region_from')} = '${everyRegion.from}' and ${setting('region_to')} = '${everyRegion.to}'`;

function limitOf(table: Table): { read: string; write: string } | null {
  const column = pg.escapeIdentifier(table.regionColumn);
  if (table.limit === 'region') {
    const range = inRegions(column);
    // A row without a region code belongs to the tenant itself.
    const both = table.columns.get(table.regionColumn)?.required ? range : `(${column} is null or ${range})`;
    return { read: both, write: both };
  }
  // A change of an enterprise also changes the sums of the whole region, although the writer may oversee a single
  // street there.
  if (table.limit === 'sums') return { read: inRegions(column), write: 'true' };
  // Rows may reference objects that were deleted. A role that sees everything, for example to check the audit hash
  // chain, must see all rows.
  if (table.limit === 'sight') {
    const spoken = ['object_type', 'object_id', 'enterprise_id', 'user_id'];
    const argumentList = spoken.map((column) => (table.columns.has(column) ? column : 'null')).join(', ');
    return { read: `(${isEverywhere} or in_sight(${argumentList}))`, write: 'true' };
  }
  if (table.limit === 'whole') return { read: isEverywhere, write: 'true' };
  return null;
}

// Policies compare the setting directly: with a subselect the planner assumes a tenant of average size (decision 0004).
function policiesOf(table: Table, roles: Roles): Policy[] {
  const tenant = pg.escapeIdentifier(table.tenantColumn);
  const enterprise = pg.escapeIdentifier(table.enterpriseColumn);
  const mine = `${tenant} = current_setting('anlan.tenant_id', true)`;
  // After a transaction the setting is '' instead of unset. No row may be written for the tenant ''.
  const writableTenant = `${mine} and ${tenant} <> ''`;
  const isVisible =
    `${enterprise} >= nullif(current_setting('anlan.enterprise_from', true), '')::uuid` +
    ` and ${enterprise} <= nullif(current_setting('anlan.enterprise_to', true), '')::uuid`;
  const writes = [
    { name: 'anlan_insert', clause: `for insert with check (${writableTenant})` },
    { name: 'anlan_update', clause: `for update using (${mine}) with check (${writableTenant})` },
    { name: 'anlan_delete', clause: `for delete using (${mine})` },
  ];
  const limit = limitOf(table);
  const all = (using: string, check = using) => {
    const rows = { name: 'anlan_rows', clause: `using (${using}) with check (${check})` };
    if (limit === null) return [rows];
    // There are two roles instead of one combined test. Callers that see every region get plans without the cost of
    // region checks.
    const free = [table.owner, ...(roles.wide === null ? [] : [roles.wide])].map((role) => pg.escapeIdentifier(role));
    return [
      {
        name: 'anlan_rows',
        clause:
          `to ${pg.escapeIdentifier(roles.app)} using (${using} and ${limit.read})` +
          ` with check (${check} and ${limit.write})`,
      },
      { name: 'anlan_wide', clause: `to ${free.join(', ')} ${rows.clause}` },
    ];
  };
  switch (table.class) {
    case 'tenant':
      return all(mine, writableTenant);
    case 'enterprise':
    // The scope of a shop user has a shop id in place of the enterprise id.
    case 'shop':
      return all(`${mine} and ${isVisible}`, `${writableTenant} and ${isVisible}`);
    case 'shared':
      return [
        {
          name: 'anlan_read',
          clause: `for select using (${tenant} in ('0', current_setting('anlan.tenant_id', true)))`,
        },
        ...writes,
      ];
    // The row names the tenants that may read it ('*' for all). Only the platform may write it.
    case 'addressed':
      return [
        {
          name: 'anlan_read',
          clause: `for select using (${mine} or (${tenant} = '0' and ('*' = any (readers) or current_setting('anlan.tenant_id', true) = any (readers))))`,
        },
        {
          name: 'anlan_insert',
          clause: `for insert with check (${writableTenant} and (${tenant} = '0' or readers = '{}'))`,
        },
        {
          name: 'anlan_update',
          clause: `for update using (${mine}) with check (${writableTenant} and (${tenant} = '0' or readers = '{}'))`,
        },
        { name: 'anlan_delete', clause: `for delete using (${mine})` },
      ];
    case 'brand':
      return [{ name: 'anlan_read', clause: 'for select using (true)' }, ...writes];
    case 'wall':
      return all(`current_setting('anlan.wall', true) = 'on'`);
    case 'owner':
      return [{ name: 'anlan_rows', clause: `to ${pg.escapeIdentifier(table.owner)} using (true) with check (true)` }];
    case null:
      return [];
  }
}

const markOf = ({ clause }: Policy) => `anlan ${createHash('sha256').update(clause).digest('hex').slice(0, 16)}`;

function privilegesOf(table: Table): Privileges {
  if (table.class === null || table.class === 'owner' || table.partition) return {};
  const open = [...table.columns].flatMap(([name, { owners }]) => (owners ? [] : name));
  const written = open.length === table.columns.size ? true : open;
  return table.appendOnly
    ? { insert: written, select: true }
    : { delete: true, insert: written, select: true, update: written };
}

function statementsFor(table: Table, roles: Roles): string[] {
  // A table without the required columns gets no policies here; the check that follows reports it.
  const needed =
    table.class === 'enterprise' || table.class === 'shop'
      ? [table.tenantColumn, table.enterpriseColumn]
      : [table.tenantColumn];
  const lacks = needed.some((column) => !table.columns.has(column));
  if (table.class === null || (lacks && table.class !== 'owner' && table.class !== 'wall')) return [];
  const name = pg.escapeIdentifier(table.name);
  const wanted = policiesOf(table, roles);
  const statements: string[] = [];
  if (!table.secured)
    statements.push(`alter table ${name} enable row level security`, `alter table ${name} force row level security`);
  const marksByName = new Map(table.policies.map((policy) => [policy.name, policy.mark]));
  for (const [policy] of marksByName)
    if (
      policy.startsWith('anlan_') &&
      !wanted.some((one) => one.name === policy && markOf(one) === marksByName.get(policy))
    )
      statements.push(`drop policy ${pg.escapeIdentifier(policy)} on ${name}`);
  for (const policy of wanted)
    if (marksByName.get(policy.name) !== markOf(policy))
      statements.push(
        `create policy ${policy.name} on ${name} ${policy.clause}`,
        `comment on policy ${policy.name} on ${name} is '${markOf(policy)}'`,
      );
  if (table.open) statements.push(`revoke all on ${name} from public`);
  const privileges = privilegesOf(table);
  for (const [one, granted] of [
    [roles.app, table.granted],
    [roles.wide, table.grantedWide],
  ] as const) {
    if (one !== null && granted !== wordsOf(privileges)) statements.push(...grants(name, privileges, one));
  }
  return statements;
}

/**
 * Applies to each table the row security, policies and grants of its class. Settings that are already correct are not
 * changed.
 */
export async function applyTableClasses(client: Connection, appRole: string): Promise<void> {
  const tables = await readTables(client, appRole);
  const wideRoleRow = await client.query('select from pg_roles where rolname = $1', [wideRoleOf(appRole)]);
  const wide = wideRoleRow.rowCount ? wideRoleOf(appRole) : null;
  const statements = await visibilityFunction(client, tables);
  statements.push(...tables.flatMap((table) => statementsFor(table, { app: appRole, wide })));
  statements.push(...(await otherGrants(client, appRole, false)));
  if (wide !== null) statements.push(...(await otherGrants(client, wide, true)));
  if (statements.length > 0) await client.query(statements.join(';\n'));
}

async function otherGrants(client: Connection, name: string, isWide: boolean): Promise<string[]> {
  const role = pg.escapeIdentifier(name);
  const open = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and case relkind when 'S' then not has_sequence_privilege($1, oid, 'usage') else false end`,
    [name],
  );
  // Nobody may call a trigger function directly, because it would act on tables of the caller.
  const definers = await client.query<{ name: string; open: boolean; fires: boolean; held: boolean }>(
    `select p.oid::regprocedure::text as name, p.prorettype = 'trigger'::regtype as fires,
       coalesce(bool_or(x.grantee = 0), false) as open, coalesce(bool_or(x.grantee = r.oid), false) as held
     from pg_proc p join pg_roles r on r.rolname = $1
     left join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x on x.privilege_type = 'EXECUTE'
     where p.prosecdef and p.pronamespace = 'public'::regnamespace group by p.oid, p.prorettype order by 1`,
    [name],
  );
  return [
    ...open.rows.map((sequence) => `grant usage on sequence ${pg.escapeIdentifier(sequence.name)} to ${role}`),
    ...definers.rows.flatMap((one) => [
      ...(one.open ? [`revoke execute on function ${one.name} from public`] : []),
      ...(one.fires === one.held
        ? [`${one.fires ? 'revoke' : 'grant'} execute on function ${one.name} ${one.fires ? 'from' : 'to'} ${role}`]
        : []),
    ]),
    ...(await queueGrants(client, name, isWide)),
  ];
}
