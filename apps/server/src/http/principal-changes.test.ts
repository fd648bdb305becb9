// S12: principals are cached while the database reports no change, and for two seconds while disconnected. Tests change
// the database directly, so that only its events can cause the effect.
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withConnection } from '#platform/db/connection.ts';
import { actorOf } from '../../testing/actors.ts';
import { send, signIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';

const app = await openTestApp();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const page = (token: string) => send(app, 'GET', '/bus/enterprise/page', { token });
/** Waits until the server has received all change events before the time of the test clock. */
const allEventsReceived = () =>
  expect.poll(() => app.changes?.receivedUntil(), { timeout: 10_000 }).toBe(+app.clock.now());
async function shown(token: string): Promise<string> {
  const { status, headers } = await page(token);
  return `${status} ${headers['x-fresh']}`;
}
async function signInAndCache(kind: Kind) {
  const tokens = await signIn(app, tenant, kind);
  expect((await page(tokens.access_token)).status).toBe(200);
  await allEventsReceived();
  return { token: tokens.access_token, userId: tokens.user_id };
}
/** Ends a user's sessions without triggers, so that no event is sent. */
const endSilently = (userId: string) =>
  app.sql(`begin; set local session_replication_role = replica;
    update session set revoked_at = now() where user_id = '${userId}'; commit`);

test('S12 caches a principal for more than two seconds when no event arrives', async () => {
  const { token, userId } = await signInAndCache('regulator');
  await endSilently(userId);
  app.clock.pass(60);
  await allEventsReceived();
  expect((await page(token)).status).toBe(200);
  app.clock.pass(241);
  await allEventsReceived();
  expect((await page(token)).status).toBe(401);
});

test('S12 caches a principal for two seconds without a connection for events', async () => {
  const { token, userId } = await signInAndCache('regulator');
  const line = app.changes?.line();
  expect(line).not.toBeNull();
  await endSilently(userId);
  await app.sql(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'anlan changes' and datname = current_database()`);
  await expect.poll(() => app.changes?.line(), { timeout: 10_000 }).not.toBe(line);
  // A new event connection does not prove that principals read before it are valid.
  await expect.poll(() => app.changes?.line(), { timeout: 10_000 }).not.toBeNull();
  app.clock.pass(2);
  await allEventsReceived();
  expect((await page(token)).status).toBe(401);

  const other = await signInAndCache('regulator');
  await endSilently(other.userId);
  app.clock.pass(2);
  expect((await page(other.token)).status).toBe(401);
});

test('S12 does not cache a principal for longer when the clock is set back', async () => {
  const { token, userId } = await signInAndCache('regulator');
  await endSilently(userId);
  app.clock.pass(-3_600);
  expect((await page(token)).status).toBe(401);
  app.clock.pass(3_600);
});

test('serves a user although the time of the activity cannot be recorded', async () => {
  const { token, userId } = await signInAndCache('regulator');
  app.clock.pass(61);
  await withConnection(app.database.superuserUrl(), async (client) => {
    await client.query('begin');
    await client.query('select from session where user_id = $1 for update', [userId]);
    expect((await page(token)).status).toBe(200);
    await client.query('rollback');
  });
  expect(app.log.filter((line) => line.includes('noting who is at work failed'))).toHaveLength(1);
});

const gains = `insert into role_permit select s.tenant_id, s.id, p.permit from role s
  join role a on a.tenant_id = s.tenant_id and a.code = 'ROLE_ENT_ADMIN'
  join role_permit p on p.tenant_id = a.tenant_id and p.role_id = a.id
  where s.tenant_id = $1 and s.code = 'ROLE_ENT_STAFF' on conflict do nothing`;
const changes: readonly (readonly [name: string, kind: Kind, text: string])[] = [
  ['the session ends', 'regulator', 'update session set revoked_at = now() where tenant_id = $1'],
  ['the session is deleted', 'regulator', 'delete from session where tenant_id = $1'],
  ['the screen is locked', 'regulator', 'update session set locked_at = now() where tenant_id = $1'],
  ['the token ends', 'regulator', `update session_token set access_ends_at = '2020-01-01' where tenant_id = $1`],
  ['the account is frozen', 'regulator', `update app_user set lock_flag = '9' where tenant_id = $1`],
  [
    'the user must change the password',
    'regulator',
    'update app_user set must_change_password = true where tenant_id = $1',
  ],
  ['the user loses all roles', 'regulator', 'delete from user_role where tenant_id = $1'],
  ['a role loses permits', 'regulator', 'delete from role_permit where tenant_id = $1'],
  ['a role gains a permit', 'entstaff', gains],
  ['the code of a role changes', 'regulator', `update role set code = code || '_2' where tenant_id = $1`],
  ['the enterprise is closed', 'entstaff', `update enterprise set status = 'closed' where tenant_id = $1`],
  ['the enterprise has another name', 'entstaff', `update enterprise set name = name || '二' where tenant_id = $1`],
  ['the tenant is frozen', 'regulator', `update tenant set status = 'frozen' where tenant_id = $1`],
  ['the tenant is protected', 'regulator', 'update tenant set mlps3 = true where tenant_id = $1'],
  ['the tenant rents fewer packages', 'regulator', `insert into tenant_package values ($1, 'bus:nothing')`],
  [
    'a dictionary changes',
    'regulator',
    `insert into fresh values ($1, 'dictionary', 77) on conflict (tenant_id, topic) do update set number = fresh.number + 1`,
  ],
];
test.each(changes)('S12 invalidates the cached principal at the commit when %s', async (_, kind, text) => {
  tenant = await makeTenant(app);
  const { token } = await signInAndCache(kind);
  const before = await shown(token);
  await app.sql(text, [tenant.id]);
  await expect.poll(() => shown(token)).not.toBe(before);
});

test('notifies deletes and updates of every table that notifies changes', async () => {
  const triggerRows = await app.sql<{ name: string; all: string[] }>(
    `select tgrelid::regclass::text as name, array_agg(tgname::text order by tgname) as all from pg_trigger
     where tgname like 'standing%' group by 1 order by 1`,
  );
  expect(triggerRows.map(({ name }) => name)).toEqual(
    'app_user enterprise fresh membership organ role role_permit role_region second_factor session session_token shop tenant tenant_package tenant_setting user_role'.split(
      ' ',
    ),
  );
  for (const { all } of triggerRows) expect(all).toEqual(expect.arrayContaining(['standing_changes', 'standing_goes']));
});

/**
 * Columns that the statements read, but whose changes send no event: they do not affect rights, or another event
 * covers them.
 */
const quiet = [
  // The reason why a session ended.
  'session.revoked_reason',
  // Last activity. The server always reads a session again when the session may be idle.
  'session.last_seen_at',
  // This column never changes.
  'app_user.created_at',
  // Shows only whether we ever issued a token, even if the token has ended.
  'ticket.hash',
  // The server does not use these columns. It reads them only as parts of whole rows.
  ...'lookups lookups_used plan_code plan_name seats storage_mb told tried'
    .split(' ')
    .map((one) => `membership.${one}`),
  ...'last_step pending pending_at secret tries tries_since'.split(' ').map((one) => `second_factor.${one}`),
  ...'updated_at updated_by_name version'.split(' ').map((one) => `tenant_setting.${one}`),
  ...'created_at name'.split(' ').map((one) => `role.${one}`),
];

/** Records the statements by which a call reads a principal again. */
async function statementsOf(token: string, tenantId: string): Promise<string[]> {
  const here = new AsyncLocalStorage<string[]>();
  const query = pg.Client.prototype.query;
  const watching = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [one] = args;
    const text = typeof one === 'object' && one !== null && 'text' in one ? one.text : one;
    here.getStore()?.push(String(text));
    return Reflect.apply(query, this, args);
  });
  try {
    const sent: string[] = [];
    const { status } = await here.run(sent, () =>
      send(app, 'POST', '/bus/delivery/receipts', { token, body: {}, headers: { 'tenant-id': tenantId } }),
    );
    expect(status).toBeGreaterThanOrEqual(400);
    return sent.filter((text) => /^(select|with)\b/.test(text));
  } finally {
    watching.mockRestore();
  }
}

test('S12 notifies changes of every table that a principal is read from', async () => {
  tenant = await makeTenant(app);
  await app.sql('update tenant set mlps3 = true where tenant_id = $1', [tenant.id]);
  const kinds: readonly Kind[] = ['admin', 'regulator', 'entadmin', 'entstaff', 'shop', 'nobody', 'security'];
  const tokens: [string, string][] = [];
  for (const kind of kinds) tokens.push([(await signIn(app, tenant, kind)).access_token, tenant.id]);
  tokens.push([(await actorOf(app, tenant, 'platform')).tokens.access_token, '0']);
  const texts = new Set<string>();
  for (const [token, tenantId] of tokens) {
    await page(token);
    app.clock.pass(301);
    for (const text of await statementsOf(token, tenantId)) texts.add(text);
  }
  await withConnection(app.database.superuserUrl(), async (client) => {
    // The database lists the columns that a function reads, so the function text is not parsed here.
    for (const [at, text] of [...texts].entries()) {
      await client.query(`prepare one as ${text}`);
      const { rows } = await client.query<{ types: string }>(
        `select array_to_string(parameter_types, ', ') as types from pg_prepared_statements where name = 'one'`,
      );
      await client.query('deallocate one');
      await client.query(
        `create function reads_${at}(${rows[0]?.types}) returns setof record language sql begin atomic ${text}; end`,
      );
    }
    const columns = async (from: string) =>
      (
        await client.query<{ name: string; column: string }>(
          `select distinct c.relname::text as name, c.relname || '.' || a.attname as column from ${from}
           join pg_class c on d.refclassid = 'pg_class'::regclass and c.oid = d.refobjid and c.relkind in ('r', 'p')
           join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid and a.attnum > 0`,
        )
      ).rows;
    const read = await columns(
      `pg_proc p join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = p.oid and p.proname like 'reads\\_%'`,
    );
    const triggerColumns = await columns(
      `pg_trigger t join pg_depend d on d.classid = 'pg_trigger'::regclass and d.objid = t.oid and t.tgname = 'standing_changes'`,
    );
    const keys = await columns(
      `pg_index i join pg_attribute k on i.indisprimary and k.attrelid = i.indrelid and k.attnum = any(i.indkey)
       cross join lateral (select 'pg_class'::regclass as refclassid, i.indrelid as refobjid, k.attnum as refobjsubid) d`,
    );
    expect(read.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['role_permit', 'tenant_package', 'membership']),
    );
    const tables = new Set(triggerColumns.map(({ name }) => name));
    const coveredColumns = new Set(
      [...triggerColumns, ...keys.filter(({ name }) => tables.has(name))].map(({ column }) => column),
    );
    const untold = read.map(({ column }) => column).filter((column) => !coveredColumns.has(column));
    expect(untold.filter((column) => !quiet.includes(column)).toSorted()).toEqual([]);
  });
});
