import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { StartError } from '../start/start-error.ts';
import { errorCode, probeConnection, withConnection, type Connection } from './connection.ts';
import { checkSchema } from './schema-check.ts';
import { assertSessionDefaults, setSessionDefaults } from './session-defaults.ts';
import { applyTableClasses, wideRoleOf } from './table-classes.ts';

export const appRoleName = (database: string) =>
  `anlan_app_${createHash('sha256').update(database).digest('hex').slice(0, 8)}`;

export function partsOf(url: string): { user: string; password: string; database: string } {
  const { user, password, database } = new pg.Client({ connectionString: url });
  return { user: user ?? '', password: typeof password === 'string' ? password : '', database: database ?? '' };
}

/**
 * URL for connections that need a session: locks and LISTEN. It uses the owner's address, because DATABASE_APP_URL may
 * lead through a transaction pooler.
 */
export function sessionUrlOf(ownerUrl: string, appUrl: string): string {
  const { user, password } = partsOf(appUrl);
  const url = new URL(ownerUrl);
  // Removes `application_name`: a value in the URL would replace the name by which job connections are recognised.
  for (const name of ['user', 'password', 'application_name']) url.searchParams.delete(name);
  Object.assign(url, { username: encodeURIComponent(user), password: encodeURIComponent(password) });
  return url.href;
}

// PostgreSQL gets a SCRAM verifier instead of the password, because it may log statements.
function verifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256');
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(sign('Client Key')).digest('base64');
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${sign('Server Key').toString('base64')}`;
}

function appUrlOf(ownerUrl: string): { url: string; role: string; password: string } {
  const owner = partsOf(ownerUrl);
  if (!owner.password) throw new StartError('DATABASE_URL 里没有密码：补上属主密码，或另给 DATABASE_APP_URL。');
  const role = appRoleName(owner.database);
  const password = createHmac('sha256', owner.password).update(role).digest('hex');
  const url = new URL(ownerUrl);
  for (const name of ['user', 'password']) url.searchParams.delete(name);
  Object.assign(url, { username: role, password });
  return { url: url.href, role, password };
}

async function makeRole(client: Connection, role: string, password: string, ownerUrl: string) {
  const name = pg.escapeIdentifier(role);
  const secret = `login password ${pg.escapeLiteral(verifier(password))}`;
  try {
    const existingRole = await client.query('select from pg_roles where rolname = $1', [role]);
    await client.query(`${existingRole.rowCount ? 'alter' : 'create'} role ${name} ${secret}`);
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
    throw new StartError(
      `数据库角色 ${partsOf(ownerUrl).user} 不能建立受限角色 ${role}：授予它 CREATEROLE，或另给 DATABASE_APP_URL。`,
    );
  }
}

/**
 * The database role for people who see every region. It cannot sign in and its rights are not inherited. If the owner
 * may not create it, these people get one range of all regions instead, which is slower.
 */
async function makeWideRole(client: Connection, role: string) {
  const { rows } = await client.query<{ version: number; known: boolean; member: boolean }>(
    `select current_setting('server_version_num')::int as version, w.oid is not null as known,
       coalesce(pg_has_role(a.oid, w.oid, 'member'), false) as member
     from pg_roles a left join pg_roles w on w.rolname = $2 where a.rolname = $1`,
    [role, wideRoleOf(role)],
  );
  const [state] = rows;
  if (state === undefined || state.member) return;
  const [name, wide] = [pg.escapeIdentifier(role), pg.escapeIdentifier(wideRoleOf(role))];
  try {
    if (!state.known) await client.query(`create role ${wide} nologin noinherit`);
    // Before PostgreSQL 16, inheritance is an attribute of the member role instead of the grant.
    if (state.version < 160_000) await client.query(`alter role ${name} noinherit; grant ${wide} to ${name}`);
    else await client.query(`grant ${wide} to ${name} with inherit false, set true`);
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
  }
}

async function grantAccess(client: Connection, role: string, isAhead: boolean) {
  const name = pg.escapeIdentifier(role);
  const { rows } = await client.query<
    Record<'connects' | 'temporary' | 'enters' | 'migrated', boolean> & { database: string }
  >(
    `select current_database() as database, has_database_privilege($1, current_database(), 'connect') as connects,
       has_database_privilege($1, current_database(), 'temporary') as temporary,
       has_schema_privilege($1, 'public', 'usage') as enters, to_regclass('public.schema_migration') is not null as migrated`,
    [role],
  );
  const [state] = rows;
  const database = pg.escapeIdentifier(state?.database ?? '');
  if (!state?.connects) await client.query(`grant connect on database ${database} to ${name}`);
  // In a new database PUBLIC may create temporary tables. A table name in an owner's function must never resolve to
  // such a table.
  if (state?.temporary) await client.query(`revoke temporary on database ${database} from public, ${name}`);
  if (!state?.enters) await client.query(`grant usage on schema public to ${name}`);
  await makeWideRole(client, role);
  const wide = await client.query(
    `select from pg_roles where rolname = $1 and not has_schema_privilege(oid, 'public', 'usage')`,
    [wideRoleOf(role)],
  );
  if (wide.rowCount) await client.query(`grant usage on schema public to ${pg.escapeIdentifier(wideRoleOf(role))}`);
  // A database copied or restored under another name gets a new role, which needs grants. When the database is newer,
  // this program does not know the policies of all tables and changes none.
  if (state?.migrated && !isAhead) await applyTableClasses(client, role);
}

/**
 * Creates the restricted role, or uses the configured one; returns its URL. When the database `isAhead` of this
 * program, policies and grants stay unchanged.
 */
export async function prepareAppRole(
  ownerUrl: string,
  configuredUrl: string | null = null,
  isAhead = false,
): Promise<string> {
  const made = configuredUrl === null ? appUrlOf(ownerUrl) : null;
  const role = made?.role ?? partsOf(configuredUrl ?? '').user;
  await withConnection(ownerUrl, async (client) => {
    // Takes a lock, because nodes that start together change the same catalogue rows.
    await client.query(`select pg_advisory_lock(hashtext('anlan'), hashtext('roles'))`);
    const existingRole = await client.query('select from pg_roles where rolname = $1', [role]);
    if (made && !existingRole.rowCount) await makeRole(client, role, made.password, ownerUrl);
    await grantAccess(client, role, isAhead);
    await setSessionDefaults(client, role, sessionUrlOf(ownerUrl, made?.url ?? configuredUrl ?? ''));
    if (made && (await probeConnection(made.url)) === 'refused') await makeRole(client, role, made.password, ownerUrl);
  });
  return made?.url ?? configuredUrl ?? '';
}

// The server role is a member of the role for all regions only, and that role is a member of none. Both must lack the
// same attributes, because the server can switch to the role for all regions.
const attributes = `
  with served as (
    select r.*, r.rolname <> session_user as wide from pg_roles r
    where r.rolname in (session_user, left(session_user, 59) || '_all'))
  select session_user::text as name, bool_or(r.rolsuper) as "是超级用户",
    bool_or(r.rolbypassrls) as "能绕过行级安全 (BYPASSRLS)", bool_or(r.rolcreatedb) as "能建数据库",
    bool_or(r.rolcreaterole) as "能建角色", bool_or(r.rolreplication) as "能复制",
    bool_or(exists (select from pg_auth_members m where m.member = r.oid
      and (r.wide or m.admin_option or m.roleid is distinct from (select oid from served where wide))))
      as "是别的角色的成员",
    bool_or(r.wide and (pg_has_role(session_user, r.oid, 'usage') or r.rolcanlogin)) as "继承了不限辖区的角色",
    bool_or(exists (select from pg_shdepend d
      where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o')) as "拥有数据库对象",
    bool_or(has_schema_privilege(r.oid, 'public', 'create')
      or has_database_privilege(r.oid, current_database(), 'create')) as "能建表或模式",
    bool_or(has_database_privilege(r.oid, current_database(), 'temporary')) as "能建临时表",
    bool_or(exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and has_table_privilege(r.oid, c.oid, 'truncate, references, trigger'))) as "能清空表或建触发器"
  from served r`;

/**
 * Throws when row security does not bind the server role, or the schema has a gap (S23, S24). A newer release has
 * checked its own schema.
 */
export const assertAppRole = (appUrl: string, isAhead = false): Promise<void> =>
  withConnection(appUrl, async (client) => {
    const { rows } = await client.query<Record<string, string | boolean>>(attributes);
    const { name, ...faults } = rows[0] ?? {};
    const violations = Object.entries(faults).filter(([, present]) => present === true);
    if (violations.length > 0)
      throw new StartError(
        `服务用的数据库角色 ${name} 不合要求：${violations.map(([fault]) => fault).join('，')}。换一个只有登录权限的角色（DATABASE_APP_URL）。`,
      );
    await assertSessionDefaults(client);
    if (isAhead) return;
    const problems = await checkSchema(client, String(name));
    if (problems.length > 0) throw new StartError(`数据库结构有漏洞，不能启动：${problems.join('; ')}`);
  });
