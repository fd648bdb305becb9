import pg from 'pg';

type Verb = 'delete' | 'insert' | 'select' | 'update';

export type Privileges = Partial<Record<Verb, true | readonly string[]>>;

const worded = (privileges: Privileges, name: (column: string) => string): string[] =>
  Object.entries(privileges)
    .map(([verb, columns]) => (columns === true ? verb : `${verb}(${[...columns].sort().map(name).join(',')})`))
    .sort();

export const wordsOf = (privileges: Privileges): string => worded(privileges, (column) => column).join(',');

/** SQL for the privileges of a role (the parameter) on table c and its columns, sorted. */
export const grantedTo = (parameter: string): string =>
  `coalesce((select string_agg(held.words, ',' order by held.words collate "C") from (
     select lower(x.privilege_type) as words from aclexplode(c.relacl) x
     where x.grantee = (select oid from pg_roles where rolname = ${parameter})
     union all
     select lower(x.privilege_type) || '(' || string_agg(a.attname, ',' order by a.attname collate "C") || ')'
     from pg_attribute a cross join aclexplode(a.attacl) x
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and x.grantee = (select oid from pg_roles where rolname = ${parameter})
     group by x.privilege_type) held), '')`;

export function grants(table: string, privileges: Privileges, roleName: string): string[] {
  const role = pg.escapeIdentifier(roleName);
  const words = worded(privileges, pg.escapeIdentifier);
  const statements = [`revoke all on ${table} from ${role}`];
  if (words.length > 0) statements.push(`grant ${words.join(', ')} on ${table} to ${role}`);
  return statements;
}
