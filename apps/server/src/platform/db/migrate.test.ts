import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmbedded, type Embedded } from '../postgres/index.ts';
import { connect, knock, withConnection, type Connection } from './connection.ts';
import { migrate, migrationsFolder } from './migrate.ts';
import { appRoleName, assertAppRole, partsOf, prepareAppRole } from './roles.ts';
import { readTables } from './table-classes.ts';

let folder = '';
let embedded: Embedded;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-migrate-'));
  chmodSync(folder, 0o711);
  embedded = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
});
afterAll(async () => {
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
});

let number = 0;
let ownerUrl = '';
let files = '';
const urlOf = (database: string, user?: string, password?: string) => {
  const url = new URL(embedded.ownerUrl);
  Object.assign(url, { pathname: `/${database}`, ...(user && { username: user, password }) });
  return url.href;
};
beforeEach(async () => {
  number += 1;
  await withConnection(embedded.ownerUrl, (client) => client.query(`create database case_${number}`));
  ownerUrl = urlOf(`case_${number}`);
  files = join(folder, `migrations-${number}`);
  mkdirSync(files);
});
const open: Connection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.end()));
});

const write = (name: string, text: string, oldestProgram = Number(name.slice(0, 4))) =>
  writeFileSync(join(files, name), `-- oldest program: ${String(oldestProgram).padStart(4, '0')}\n${text}`);
const run = () => migrate(ownerUrl, { folder: files });
async function asApp(settings: Record<string, string> = {}) {
  const client = await connect(await prepareAppRole(ownerUrl));
  open.push(client);
  for (const [name, value] of Object.entries(settings))
    await client.query('select set_config($1, $2, false)', [`anlan.${name}`, value]);
  return client;
}
const asOwner = <T>(work: (client: Connection) => Promise<T>) => withConnection(ownerUrl, work);
const idOf = (n: number) => `00000000-0000-0000-0000-00000000000${n}`;

const app = `
  create table note (tenant_id text not null, id uuid not null, body text, primary key (tenant_id, id));
  comment on table note is 'class: tenant';
  create table enterprise (tenant_id text not null, id uuid not null, name text, primary key (tenant_id, id));
  comment on table enterprise is 'class: enterprise by id';
  create table visit (tenant_id text not null, id uuid not null, enterprise_id uuid not null,
    primary key (tenant_id, id), foreign key (tenant_id, enterprise_id) references enterprise);
  comment on table visit is 'class: enterprise';
  create table code (tenant_id text not null, id uuid not null, primary key (tenant_id, id));
  comment on table code is 'class: shared';
  create table brand (id text primary key, name text);
  comment on table brand is 'class: brand';
  create table session (tenant_id text not null, id uuid not null, primary key (tenant_id, id));
  comment on table session is 'class: wall';
  create table trace (tenant_id text not null, id uuid not null, primary key (tenant_id, id));
  comment on table trace is 'class: tenant; append-only';`;
const tables = ['note', 'enterprise', 'visit', 'code', 'brand', 'session', 'trace', 'schema_migration'];

describe('the rule', () => {
  beforeEach(async () => {
    write('0001-house.sql', app);
    await run();
    await asOwner(async (client) => {
      for (const table of tables) await client.query(`alter table ${table} no force row level security`);
      await client.query(`
        insert into note select t, '${idOf(1)}', 'of ' || t from unnest(array['1', '2']) t;
        insert into enterprise select t, ('${idOf(0)}'::text)::uuid, t from unnest(array['1', '2']) t;
        insert into enterprise select t, '${idOf(2)}', t from unnest(array['1', '2']) t;
        insert into visit select tenant_id, id, id from enterprise;
        insert into code select t, '${idOf(1)}' from unnest(array['0', '1', '2']) t;
        insert into brand select t, t from unnest(array['0', '1', '2']) t;
        insert into session values ('1', '${idOf(1)}');
        insert into trace values ('1', '${idOf(1)}')`);
      for (const table of tables) await client.query(`alter table ${table} force row level security`);
    });
  });
  const count = async (client: Connection, table: string) =>
    (await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n;

  test('an unset scope reads no row of any table but brands, and writes nowhere', async () => {
    const client = await asApp();
    for (const table of ['note', 'enterprise', 'visit', 'session', 'trace'])
      expect(await count(client, table), table).toBe(0);
    expect(await count(client, 'code')).toBe(1);
    expect(await count(client, 'brand')).toBe(3);
    const writes = [
      `insert into note values ('1', '${idOf(5)}')`,
      `insert into code values ('0', '${idOf(5)}')`,
      `insert into enterprise values ('1', '${idOf(5)}')`,
      `insert into brand values ('9')`,
      `insert into session values ('1', '${idOf(5)}')`,
    ];
    for (const write of writes) await expect(client.query(write), write).rejects.toThrow(/row-level security/);
    for (const table of ['note', 'code', 'brand', 'session', 'enterprise'])
      expect((await client.query(`delete from ${table}`)).rowCount, table).toBe(0);
  });

  test('a scope that ended leaves the connection as blind as a new one, also for a tenant without a name', async () => {
    const client = await asApp();
    await client.query('begin');
    await client.query(`select set_config('anlan.tenant_id', '1', true)`);
    expect(await count(client, 'note')).toBe(1);
    await client.query('rollback');
    expect(await count(client, 'note')).toBe(0);
    await expect(client.query(`insert into note values ('', '${idOf(5)}')`)).rejects.toThrow(/row-level security/);
  });

  test('a tenant sees and changes its own rows and can name no other', async () => {
    const client = await asApp({ tenant_id: '1' });
    expect((await client.query('select body from note')).rows).toEqual([{ body: 'of 1' }]);
    await client.query(`insert into note values ('1', '${idOf(5)}')`);
    await expect(client.query(`insert into note values ('2', '${idOf(5)}')`)).rejects.toThrow(/row-level security/);
    await expect(client.query(`update note set tenant_id = '2'`)).rejects.toThrow(/row-level security/);
    expect((await client.query(`delete from note where tenant_id = '2'`)).rowCount).toBe(0);
  });

  test('enterprise staff see one enterprise, regulators all of their tenant, an unset range none', async () => {
    const one = await asApp({ tenant_id: '1', enterprise_from: idOf(2), enterprise_to: idOf(2) });
    expect([await count(one, 'enterprise'), await count(one, 'visit')]).toEqual([1, 1]);
    await expect(one.query(`insert into visit values ('1', '${idOf(7)}', '${idOf(0)}')`)).rejects.toThrow(
      /row-level security/,
    );
    await one.query(`insert into visit values ('1', '${idOf(7)}', '${idOf(2)}')`);
    const all = await asApp({ tenant_id: '1', enterprise_from: idOf(0), enterprise_to: idOf(0).replaceAll('0', 'f') });
    expect([await count(all, 'enterprise'), await count(all, 'visit')]).toEqual([2, 3]);
    const none = await asApp({ tenant_id: '1', enterprise_from: '', enterprise_to: '' });
    expect([await count(none, 'enterprise'), await count(none, 'visit')]).toEqual([0, 0]);
  });

  test('shared rows of the platform are read by all and changed by the platform alone', async () => {
    const client = await asApp({ tenant_id: '1' });
    expect((await client.query('select tenant_id from code order by 1')).rows).toEqual([
      { tenant_id: '0' },
      { tenant_id: '1' },
    ]);
    expect((await client.query('delete from code')).rowCount).toBe(1);
    await expect(client.query(`insert into code values ('0', '${idOf(5)}')`)).rejects.toThrow(/row-level security/);
  });

  test('brands are changed by their own tenant, and what stands behind the HTTP layer by the HTTP layer', async () => {
    const client = await asApp({ tenant_id: '1' });
    expect((await client.query(`update brand set name = 'new'`)).rowCount).toBe(1);
    expect(await count(client, 'session')).toBe(0);
    await client.query(`select set_config('anlan.wall', 'on', false)`);
    expect(await count(client, 'session')).toBe(1);
  });

  test('an append-only table takes rows and gives them, nothing else; the history of migrations is hidden', async () => {
    const client = await asApp({ tenant_id: '1' });
    await client.query(`insert into trace values ('1', '${idOf(5)}')`);
    for (const write of ['delete from trace', 'update trace set id = id', 'truncate note', 'table schema_migration'])
      await expect(client.query(write), write).rejects.toThrow(/permission denied/);
  });

  test('a column that the owner alone writes is read, and neither filled nor changed', async () => {
    write('0002-owner.sql', `comment on column note.body is 'written by the owner'`);
    await run();
    const client = await asApp({ tenant_id: '1' });
    expect((await client.query('select body from note')).rows).toEqual([{ body: 'of 1' }]);
    await client.query(`insert into note (tenant_id, id) values ('1', '${idOf(5)}')`);
    await client.query(`update note set id = '${idOf(6)}' where id = '${idOf(5)}'`);
    for (const text of [`insert into note values ('1', '${idOf(7)}', 'x')`, `update note set body = 'x'`])
      await expect(client.query(text), text).rejects.toThrow(/permission denied/);
    write('0003-again.sql', `comment on column note.body is null`);
    await run();
    expect((await client.query(`update note set body = 'x'`)).rowCount).toBe(2);
  });

  test('policies compare the setting itself, never inside a subselect', async () => {
    const { rows } = await asOwner((client) =>
      client.query<{ policies: string }>(
        `select string_agg(coalesce(qual, '') || coalesce(with_check, ''), ';') as policies from pg_policies`,
      ),
    );
    expect(rows[0]?.policies).toContain(`(tenant_id = current_setting('anlan.tenant_id'::text, true))`);
    expect(rows[0]?.policies).toContain(
      `(enterprise_id >= (NULLIF(current_setting('anlan.enterprise_from'::text, true), ''::text))::uuid)`,
    );
    expect(rows[0]?.policies).not.toMatch(/select/i);
  });

  test('a later migration leaves finished tables untouched and corrects a changed class', async () => {
    const oids = (client: Connection) =>
      client.query(`select polname, oid from pg_policy where polrelid <> 'trace'::regclass order by 2`);
    const before = (await asOwner(oids)).rows;
    write('0002-class.sql', `comment on table trace is 'class: wall'`);
    await run();
    expect((await asOwner(oids)).rows).toEqual(before);
    const client = await asApp({ tenant_id: '1' });
    expect(await count(client, 'trace')).toBe(0);
    await client.query(`select set_config('anlan.wall', 'on', false)`);
    expect((await client.query('delete from trace')).rowCount).toBe(1);
  });
});

describe('a migration is undone and named when', () => {
  test.each([
    ['a table says no class', 'create table bare (id uuid primary key)', /bare: says no class/],
    [
      'a class is misspelt',
      `create table t (id uuid primary key); comment on table t is 'class: tennant'`,
      /t: says no class/,
    ],
    [
      'the tenant may be missing',
      `create table t (tenant_id text, id uuid); comment on table t is 'class: tenant'`,
      /t: needs a column tenant_id/,
    ],
    [
      'the enterprise is missing',
      `create table t (tenant_id text not null, id uuid); comment on table t is 'class: enterprise'`,
      /t: needs a column enterprise_id/,
    ],
    [
      'a unique index forgets the tenant',
      `create table t (tenant_id text not null, name text unique); comment on table t is 'class: tenant'`,
      /t_name_key: a unique index starts with tenant_id/,
    ],
    [
      'a reference forgets the tenant',
      `create table a (tenant_id text not null, id uuid, primary key (tenant_id, id)); comment on table a is 'class: tenant';
       create table b (tenant_id text not null, x text, id uuid, foreign key (x, id) references a); comment on table b is 'class: tenant'`,
      /b: the reference b_x_id_fkey carries no tenant_id/,
    ],
    [
      'it writes a policy of its own',
      `${app}; create policy mine on note using (true)`,
      /note: policy mine is not the rule's/,
    ],
    ['a view reads as its owner', `${app}; create view v as select * from note`, /v: a view without security_invoker/],
    ['a view is materialised', `${app}; create materialized view v as select 1`, /v: a materialised view/],
    [
      'a function defines its own search',
      `create function f() returns int language sql security definer as 'select 1'`,
      /f: a definer function without a fixed search_path/,
    ],
    ...[
      'f(t note) returns int language sql',
      'f() returns note language sql',
      'f() returns setof note language sql',
      'f(t note[]) returns int language sql',
    ].map((head): [string, string, RegExp] => [
      `a function uses the row type of a table: ${head}`,
      `${app}; create function ${head} as 'select ${head.includes('returns int') ? '1' : '* from note'}'`,
      /a function takes or returns the row type of the table note/,
    ]),
    [
      'it changes rows it cannot see',
      `${app}; alter table note enable row level security; alter table note force row level security; update note set body = ''`,
      /row-level security/,
    ],
    ['its SQL is wrong', 'create tabel t ()', /syntax error/],
  ])('%s', async (_, text, reason) => {
    write('0001-first.sql', text);
    await expect(run()).rejects.toThrow(/^迁移 0001-first\.sql 没有成功，已撤销：/);
    await expect(run()).rejects.toThrow(reason);
    const left = await asOwner((client) => readTables(client, 'nobody'));
    expect(left.map(({ name }) => name)).toEqual(['schema_migration']);
  });
});

describe('the runner', () => {
  test('runs new files in order, once, also when two nodes start together', async () => {
    write('0001-first.sql', app);
    write('0002-second.sql', 'alter table note add column at timestamptz');
    const answers = await Promise.all([run(), run(), run()]);
    expect(answers.flatMap(({ applied }) => applied)).toEqual(['0001-first.sql', '0002-second.sql']);
    expect((await run()).applied).toEqual([]);
  });

  test('undoes all pending files when the last one fails', async () => {
    write('0001-first.sql', app);
    await run();
    write('0002-second.sql', 'alter table note add column at timestamptz');
    write('0003-third.sql', 'create tabel t ()');
    await expect(run()).rejects.toThrow(/0003-third\.sql 没有成功，已撤销/);
    const left = await asOwner((client) =>
      client.query(`select name from schema_migration union all
        select attname from pg_attribute where attrelid = 'note'::regclass and attname = 'at'`),
    );
    expect(left.rows).toEqual([{ name: '0001-first.sql' }]);
    write('0003-third.sql', 'select 1');
    expect((await run()).applied).toEqual(['0002-second.sql', '0003-third.sql']);
  });

  test('refuses a file that was changed after it ran, and data newer than the program', async () => {
    write('0001-first.sql', app);
    await run();
    write('0001-first.sql', app.replaceAll('\n', '\r\n'));
    expect((await run()).applied).toEqual([]);
    write('0001-first.sql', `${app} -- changed`);
    await expect(run()).rejects.toThrow(/迁移 0001-first\.sql 在执行之后被改动/);
    rmSync(join(files, '0001-first.sql'));
    await expect(run()).rejects.toThrow(/数据比程序新/);
  });

  test('begins with a baseline, which a database with its single steps has and an older one needs first', async () => {
    write('0001-first.sql', app);
    write('0002-second.sql', 'alter table note add column at timestamptz');
    const single = await run();
    expect(single.applied).toHaveLength(2);
    const baseline = join(folder, `baseline-${number}`);
    mkdirSync(join(baseline, '0002-baseline'), { recursive: true });
    writeFileSync(join(baseline, '0002-baseline/1.sql'), app);
    writeFileSync(join(baseline, '0002-baseline/2.sql'), 'alter table note add column at timestamptz');
    writeFileSync(join(baseline, '0003-third.sql'), '-- oldest program: 0002\nalter table note add column by uuid');
    const later = () => migrate(ownerUrl, { folder: baseline });
    expect((await later()).applied).toEqual(['0003-third.sql']);
    await asOwner((client) => client.query(`delete from schema_migration where name > '0001-first.sql'`));
    await expect(later()).rejects.toThrow(
      /停在第 0001 步，本版本从第 0002 步开始：先用提交 [0-9a-f]{8} 的程序启动一次/,
    );
    await asOwner((client) => client.query('drop schema public cascade; create schema public'));
    expect((await later()).applied).toEqual(['0002-baseline', '0003-third.sql']);
    expect((await later()).applied).toEqual([]);
  });

  test('leaves a newer database as it is when the program is not too old for it', async () => {
    write('0001-first.sql', app);
    await run();
    const newer = join(folder, `newer-${number}`);
    cpSync(files, newer, { recursive: true });
    const add = (name: string, oldest: string, text: string) =>
      writeFileSync(join(newer, name), `-- oldest program: ${oldest}\n${text}`);
    add('0002-second.sql', '0001', `comment on table trace is 'class: wall'`);
    await migrate(ownerUrl, { folder: newer });
    const policies = () => asOwner((client) => client.query('select polrelid, polname, oid from pg_policy order by 3'));
    const before = (await policies()).rows;
    expect(await run()).toMatchObject({ applied: [], isAhead: true });
    expect((await policies()).rows).toEqual(before);
    add('0003-third.sql', '0002', 'select 1');
    await migrate(ownerUrl, { folder: newer });
    await expect(run()).rejects.toThrow(/0003-third\.sql：数据比程序新，请用新版本的程序启动/);
  });

  test('refuses a step that does not name its oldest program', async () => {
    write('0001-first.sql', app);
    writeFileSync(join(files, '0002-second.sql'), 'select 1');
    await expect(run()).rejects.toThrow(/0002-second\.sql 没有写明最早可用的程序/);
  });

  test('refuses gaps and doubles in the numbers', async () => {
    write('0001-first.sql', app);
    write('0003-third.sql', 'select 1');
    await expect(run()).rejects.toThrow(/0003-third\.sql 的编号不对/);
  });

  test('the product’s own migrations pass the rule and the check', async () => {
    // Steps meet the policies of a database that serves already.
    const [baseline = ''] = readdirSync(migrationsFolder).sort();
    cpSync(join(migrationsFolder, baseline), join(files, baseline), { recursive: true });
    await run();
    await migrate(ownerUrl, { folder: migrationsFolder });
    await assertAppRole(await prepareAppRole(ownerUrl));
  });
});

describe('the server’s role', () => {
  beforeEach(async () => {
    write('0001-house.sql', app);
    await run();
  });

  test('has the same name and password on every node and nothing but its grants', async () => {
    const [first, second] = await Promise.all([prepareAppRole(ownerUrl), prepareAppRole(ownerUrl)]);
    expect(first).toBe(second);
    expect(partsOf(first).user).toBe(appRoleName(`case_${number}`));
    await assertAppRole(first);
  });

  test('gets its password back when somebody changed it', async () => {
    const url = await prepareAppRole(ownerUrl);
    await asOwner((client) => client.query(`alter role ${partsOf(url).user} password 'other'`));
    expect(await knock(url)).toBe('refused');
    await prepareAppRole(ownerUrl);
    expect(await knock(url)).toBe('ready');
  });

  test('gets its grants in a database made from a template', async () => {
    const copy = `copy_${number}`;
    await withConnection(embedded.ownerUrl, (client) =>
      client.query(`create database ${copy} template case_${number}`),
    );
    const url = await prepareAppRole(urlOf(copy));
    await assertAppRole(url);
    await withConnection(url, (client) => client.query('select from note'));
  });

  test.each([
    ['can make databases', (role: string) => `alter role ${role} createdb`, /能建数据库/],
    ['can make roles', (role: string) => `alter role ${role} createrole`, /能建角色/],
    ['is a member of another role', (role: string) => `grant pg_read_all_data to ${role}`, /是别的角色的成员/],
    [
      'owns a table',
      (role: string) =>
        `grant create on schema public to ${role}; grant ${role} to anlan with set true; alter table note owner to ${role}`,
      /拥有数据库对象/,
    ],
    ['may make tables', (role: string) => `grant create on schema public to ${role}`, /能建表或模式/],
    ['may empty a table', (role: string) => `grant truncate on note to ${role}`, /能清空表/],
    ['may make temporary tables', (role: string) => `grant temp on database case_${number} to ${role}`, /能建临时表/],
    ['has a wide role that can make roles', (role: string) => `alter role ${role}_all createrole`, /能建角色/],
    ['has a wide role that can sign in', (role: string) => `alter role ${role}_all login`, /继承了不限辖区的角色/],
    ['has a wide role in another', (role: string) => `grant pg_read_all_data to ${role}_all`, /别的角色的成员/],
    ['may give the wide role away', (role: string) => `grant ${role}_all to ${role} with admin option`, /别的角色/],
    ['has a wide role that may empty a table', (role: string) => `grant truncate on note to ${role}_all`, /能清空表/],
    [
      'finds a function of the owner’s that everybody may call',
      () => `create function f() returns int language sql security definer set search_path = pg_catalog as 'select 1'`,
      /f: a definer function that everybody may call/,
    ],
  ])('is refused when it %s', async (_, change, reason) => {
    const url = await prepareAppRole(ownerUrl);
    await withConnection(superuserUrl(), (client) => client.query(change(partsOf(url).user)));
    await expect(assertAppRole(url)).rejects.toThrow(reason);
  });

  test('is refused when it is a superuser, passes row security by, or is the owner', async () => {
    const url = await prepareAppRole(ownerUrl);
    const { user } = partsOf(url);
    for (const [change, reason] of [
      ['superuser', /是超级用户/],
      ['nosuperuser bypassrls', /BYPASSRLS/],
    ] as const) {
      await withConnection(superuserUrl(), (client) => client.query(`alter role ${user} ${change}`));
      await expect(assertAppRole(url)).rejects.toThrow(reason);
    }
    await expect(assertAppRole(ownerUrl)).rejects.toThrow(/能建数据库，能建角色.*拥有数据库对象/);
  });

  test('is refused when a table lost its row security after the migration', async () => {
    const url = await prepareAppRole(ownerUrl);
    await asOwner((client) => client.query('alter table note no force row level security'));
    await expect(assertAppRole(url)).rejects.toThrow(/note: row security is not enabled and forced/);
  });

  test('is asked for when the owner may not make roles', async () => {
    for (const text of [
      `create role plain_${number} login password 'pw'`,
      `create role given_${number} login password 'pw'`,
      `create database plain_${number} owner plain_${number}`,
    ])
      await withConnection(superuserUrl(), (client) => client.query(text));
    const plain = urlOf(`plain_${number}`, `plain_${number}`, 'pw');
    await expect(prepareAppRole(plain)).rejects.toThrow(/授予它 CREATEROLE，或另给 DATABASE_APP_URL/);
    const given = urlOf(`plain_${number}`, `given_${number}`, 'pw');
    await migrate(plain, { folder: files, appUrl: given });
    // It lacks the right of the owner that made it, and sets its own limits.
    await assertAppRole(given);
  });
});

function superuserUrl() {
  const passwords = JSON.parse(readFileSync(join(folder, 'data/database.json'), 'utf8'));
  return urlOf(`case_${number}`, 'postgres', passwords.superuser);
}
