import pg from 'pg';
import type { Connection } from './connection.ts';
import type { Table } from './described-table.ts';

const tenant = `current_setting('anlan.tenant_id', true)`;
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function visibilityOf(table: Table): { type: string; seen: string } | null {
  const { limit, object } = table;
  if (table.class === null || table.class === 'owner' || table.partition) return null;
  const isLimited = table.class === 'enterprise' || limit === 'region' || limit === 'sums' || limit === 'whole';
  // A table without a region limit and without an object declaration is left out, so audit entries about its rows are
  // invisible.
  if (object === null && !isLimited) return null;
  const type = object?.type ?? camel(table.name);
  // A row that everybody in the tenant may read is visible in the log, also after its deletion.
  if (!isLimited && object?.where == null) return { type, seen: 'true' };
  if (table.columns.get('id')?.type !== 'uuid') return null;
  return { type, seen: existing(table, object?.where ?? null, 'thing') };
}

function existing(table: Table, where: string | null, id: string): string {
  const rowCondition = `o.${pg.escapeIdentifier(table.tenantColumn)} = ${tenant} and o.id = ${id}`;
  return `exists (select from ${pg.escapeIdentifier(table.name)} o where ${rowCondition}${where === null ? '' : ` and (${where})`})`;
}

/**
 * Body of the SQL function that decides whether the caller may see an audit entry. It checks the enterprise, else the
 * actor, and the object itself. An object type without a table is invisible.
 */
function bodyOf(tables: readonly Table[], user: Table | undefined): string {
  const sights = tables.flatMap((table) => visibilityOf(table) ?? []).sort((a, b) => (a.type < b.type ? -1 : 1));
  const listed = (some: typeof sights) => `'{${some.map(({ type }) => type).join()}}'::text[]`;
  const open = sights.filter(({ seen }) => seen === 'true');
  const actor = user?.object?.where
    ? `if exists (select from app_user o where o.tenant_id = ${tenant} and o.id = by_user and not (${user.object.where})) then
      return false;
    end if;`
    : 'null;';
  const limited = sights
    .filter(({ seen }) => seen !== 'true')
    .map(({ type, seen }) => `    when ${pg.escapeLiteral(type)} then return ${seen};`);
  return `
declare
  thing uuid;
begin
  if of_enterprise is not null then
    if not exists (select from enterprise e where e.tenant_id = ${tenant} and e.id = of_enterprise) then
      return false;
    end if;
  elsif by_user is not null then
    ${actor}
  end if;
  if of_type is null or of_type = any (${listed(open)}) then return true; end if;
  if of_type <> all (${listed(sights)}) then return false; end if;
  -- What names no thing is in sight of everybody who oversees its enterprise.
  if of_id is null then return true; end if;
  if of_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then return false; end if;
  thing := of_id::uuid;
  case of_type
${limited.join('\n')}
    else return false;
  end case;
end`;
}

export async function visibilityFunction(client: Connection, tables: readonly Table[]): Promise<string[]> {
  if (!tables.some(({ limit }) => limit === 'sight')) return [];
  const body = bodyOf(
    tables,
    tables.find(({ name }) => name === 'app_user'),
  );
  const existingFunction = await client.query(
    `select from pg_proc where pronamespace = 'public'::regnamespace and proname = 'in_sight' and pronargs = 4 and prosrc = $1`,
    [body],
  );
  if (existingFunction.rowCount) return [];
  return [
    `create or replace function in_sight(of_type text, of_id text, of_enterprise uuid, by_user uuid) returns boolean
      language plpgsql stable parallel safe as ${pg.escapeLiteral(body)}`,
  ];
}
