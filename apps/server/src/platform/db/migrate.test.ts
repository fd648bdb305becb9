import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { app, openMigrationCases } from '../../../testing/migration-cases.ts';
import type { Connection } from './connection.ts';
import { earlierHashes } from './earlier-migration-hashes.ts';
import { migrate, migrationsFolder } from './migrate.ts';
import { pendingMigrations, readMigrations } from './migration-files.ts';
import { assertAppRole, prepareAppRole } from './roles.ts';
import { readTables } from './table-classes.ts';

const cases = openMigrationCases();
const { write, run, asApp, asOwner } = cases;
const idOf = (n: number) => `00000000-0000-0000-0000-00000000000${n}`;

const tables = ['note', 'enterprise', 'visit', 'code', 'brand', 'session', 'trace', 'schema_migration'];

describe('row security after the migrations', () => {
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

  test('make only brands and shared platform codes readable without a scope', async () => {
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

  test('shows nothing after a scope has ended', async () => {
    const client = await asApp();
    await client.query('begin');
    await client.query(`select set_config('anlan.tenant_id', '1', true)`);
    expect(await count(client, 'note')).toBe(1);
    await client.query('rollback');
    expect(await count(client, 'note')).toBe(0);
    await expect(client.query(`insert into note values ('', '${idOf(5)}')`)).rejects.toThrow(/row-level security/);
  });

  test('lets a tenant see and change only its own rows', async () => {
    const client = await asApp({ tenant_id: '1' });
    expect((await client.query('select body from note')).rows).toEqual([{ body: 'of 1' }]);
    await client.query(`insert into note values ('1', '${idOf(5)}')`);
    await expect(client.query(`insert into note values ('2', '${idOf(5)}')`)).rejects.toThrow(/row-level security/);
    await expect(client.query(`update note set tenant_id = '2'`)).rejects.toThrow(/row-level security/);
    expect((await client.query(`delete from note where tenant_id = '2'`)).rowCount).toBe(0);
  });

  test('shows enterprise staff one enterprise and regulators their whole tenant', async () => {
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

  test('lets everybody read shared rows of the platform', async () => {
    const client = await asApp({ tenant_id: '1' });
    expect((await client.query('select tenant_id from code order by 1')).rows).toEqual([
      { tenant_id: '0' },
      { tenant_id: '1' },
    ]);
    expect((await client.query('delete from code')).rowCount).toBe(1);
    await expect(client.query(`insert into code values ('0', '${idOf(5)}')`)).rejects.toThrow(/row-level security/);
  });

  test('lets only the HTTP layer read an HTTP table', async () => {
    const client = await asApp({ tenant_id: '1' });
    expect((await client.query(`update brand set name = 'new'`)).rowCount).toBe(1);
    expect(await count(client, 'session')).toBe(0);
    await client.query(`select set_config('anlan.wall', 'on', false)`);
    expect(await count(client, 'session')).toBe(1);
  });

  test('allows only insert and select on an append-only table', async () => {
    const client = await asApp({ tenant_id: '1' });
    await client.query(`insert into trace values ('1', '${idOf(5)}')`);
    for (const write of ['delete from trace', 'update trace set id = id', 'truncate note', 'table schema_migration'])
      await expect(client.query(write), write).rejects.toThrow(/permission denied/);
  });

  test('makes a column that only the owner writes readable, but not writable', async () => {
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

  test('compares the scope settings directly in policies, never in a subselect', async () => {
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

  test('leaves correct tables unchanged at a later migration', async () => {
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

describe('a migration is rolled back and named when', () => {
  test.each([
    ['a table has no class', 'create table bare (id uuid primary key)', /bare: says no class/],
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
      'a unique index lacks the tenant',
      `create table t (tenant_id text not null, name text unique); comment on table t is 'class: tenant'`,
      /t_name_key: a unique index starts with tenant_id/,
    ],
    [
      'a reference lacks the tenant',
      `create table a (tenant_id text not null, id uuid, primary key (tenant_id, id)); comment on table a is 'class: tenant';
       create table b (tenant_id text not null, x text, id uuid, foreign key (x, id) references a); comment on table b is 'class: tenant'`,
      /b: the reference b_x_id_fkey carries no tenant_id/,
    ],
    [
      'its SQL creates a policy',
      `${app}; create policy mine on note using (true)`,
      /note: policy mine is not the rule's/,
    ],
    ['a view reads as its owner', `${app}; create view v as select * from note`, /v: a view without security_invoker/],
    ['a view is materialised', `${app}; create materialized view v as select 1`, /v: a materialised view/],
    [
      'a definer function has no fixed search_path',
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
      'its SQL changes rows that are invisible to it',
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

describe('the migration runner', () => {
  test('runs new migration files in order and once, also with two nodes at the same time', async () => {
    write('0001-first.sql', app);
    write('0002-second.sql', 'alter table note add column at timestamptz');
    const answers = await Promise.all([run(), run(), run()]);
    expect(answers.flatMap(({ applied }) => applied)).toEqual(['0001-first.sql', '0002-second.sql']);
    expect((await run()).applied).toEqual([]);
  });

  test('rolls back all pending migration files when the last file fails', async () => {
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

  test('refuses a migration file that changed after its run', async () => {
    write('0001-first.sql', app);
    await run();
    write('0001-first.sql', app.replaceAll('\n', '\r\n'));
    expect((await run()).applied).toEqual([]);
    write('0001-first.sql', `-- a corrected comment\n${app}`);
    expect((await run()).applied).toEqual([]);
    write('0001-first.sql', `${app} -- changed`);
    await expect(run()).rejects.toThrow(/迁移 0001-first\.sql 在执行之后被改动/);
    rmSync(join(cases.files, '0001-first.sql'));
    await expect(run()).rejects.toThrow(/数据比程序新/);
  });

  test('accepts the hashes that earlier releases recorded', () => {
    const migrations = readMigrations(migrationsFolder);
    const recorded = Object.entries(earlierHashes).map(([name, hash]) => ({ name, hash, oldestProgram: null }));
    const pending = pendingMigrations(migrations, recorded);
    expect(pending?.map(({ name }) => name)).toEqual(migrations.slice(recorded.length).map(({ name }) => name));
  });

  test('refuses a database older than its baseline', async () => {
    write('0001-first.sql', app);
    write('0002-second.sql', 'alter table note add column at timestamptz');
    const single = await run();
    expect(single.applied).toHaveLength(2);
    const baseline = join(cases.folder, `baseline-${cases.number}`);
    mkdirSync(join(baseline, '0002-baseline'), { recursive: true });
    writeFileSync(join(baseline, '0002-baseline/1.sql'), app);
    writeFileSync(join(baseline, '0002-baseline/2.sql'), 'alter table note add column at timestamptz');
    writeFileSync(join(baseline, '0003-third.sql'), '-- oldest program: 0002\nalter table note add column by uuid');
    const later = () => migrate(cases.ownerUrl, { folder: baseline });
    expect((await later()).applied).toEqual(['0003-third.sql']);
    await asOwner((client) => client.query(`delete from schema_migration where name > '0001-first.sql'`));
    await expect(later()).rejects.toThrow(
      /停在第 0001 步，本版本从第 0002 步开始：先用提交 [0-9a-f]{8} 的程序启动一次/,
    );
    await asOwner((client) => client.query('drop schema public cascade; create schema public'));
    expect((await later()).applied).toEqual(['0002-baseline', '0003-third.sql']);
    expect((await later()).applied).toEqual([]);
  });

  test('leaves a newer database unchanged when the program is compatible', async () => {
    write('0001-first.sql', app);
    await run();
    const newer = join(cases.folder, `newer-${cases.number}`);
    cpSync(cases.files, newer, { recursive: true });
    const add = (name: string, oldest: string, text: string) =>
      writeFileSync(join(newer, name), `-- oldest program: ${oldest}\n${text}`);
    add('0002-second.sql', '0001', `comment on table trace is 'class: wall'`);
    await migrate(cases.ownerUrl, { folder: newer });
    const policies = () => asOwner((client) => client.query('select polrelid, polname, oid from pg_policy order by 3'));
    const before = (await policies()).rows;
    expect(await run()).toMatchObject({ applied: [], isAhead: true });
    expect((await policies()).rows).toEqual(before);
    add('0003-third.sql', '0002', 'select 1');
    await migrate(cases.ownerUrl, { folder: newer });
    await expect(run()).rejects.toThrow(/0003-third\.sql：数据比程序新，请用新版本的程序启动/);
  });

  test('refuses a migration that does not name its oldest compatible program', async () => {
    write('0001-first.sql', app);
    writeFileSync(join(cases.files, '0002-second.sql'), 'select 1');
    await expect(run()).rejects.toThrow(/0002-second\.sql 没有写明最早可用的程序/);
  });

  test('refuses missing and duplicate migration numbers', async () => {
    write('0001-first.sql', app);
    write('0003-third.sql', 'select 1');
    await expect(run()).rejects.toThrow(/0003-third\.sql 的编号不对/);
  });

  test('runs the migrations of the product without schema faults', async () => {
    // Later migrations run on a database that already has the policies.
    const [baseline = ''] = readdirSync(migrationsFolder).sort();
    cpSync(join(migrationsFolder, baseline), join(cases.files, baseline), { recursive: true });
    await run();
    await migrate(cases.ownerUrl, { folder: migrationsFolder });
    await assertAppRole(await prepareAppRole(cases.ownerUrl));
  });
});
