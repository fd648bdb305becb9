import { beforeEach, describe, expect, test } from 'vitest';
import { app, openMigrationCases } from '../../../testing/migration-cases.ts';
import { probeConnection, withConnection } from './connection.ts';
import { migrate } from './migrate.ts';
import { appRoleName, assertAppRole, partsOf, prepareAppRole } from './roles.ts';

const cases = openMigrationCases();
const { write, run, asOwner } = cases;

describe('the database role of the server', () => {
  beforeEach(async () => {
    write('0001-house.sql', app);
    await run();
  });

  test('has the same name and password on every node', async () => {
    const [first, second] = await Promise.all([prepareAppRole(cases.ownerUrl), prepareAppRole(cases.ownerUrl)]);
    expect(first).toBe(second);
    expect(partsOf(first).user).toBe(appRoleName(`case_${cases.number}`));
    await assertAppRole(first);
  });

  test('gets the configured password again after another password was set', async () => {
    const url = await prepareAppRole(cases.ownerUrl);
    await asOwner((client) => client.query(`alter role ${partsOf(url).user} password 'other'`));
    expect(await probeConnection(url)).toBe('refused');
    await prepareAppRole(cases.ownerUrl);
    expect(await probeConnection(url)).toBe('ready');
  });

  test('gets its grants in a database that was created from a template', async () => {
    const copy = `copy_${cases.number}`;
    await withConnection(cases.clusterUrl(), (client) =>
      client.query(`create database ${copy} template case_${cases.number}`),
    );
    const url = await prepareAppRole(cases.urlOf(copy));
    await assertAppRole(url);
    await withConnection(url, (client) => client.query('select from note'));
  });

  test.each([
    ['can create databases', (role: string) => `alter role ${role} createdb`, /能建数据库/],
    ['can create roles', (role: string) => `alter role ${role} createrole`, /能建角色/],
    ['is a member of another role', (role: string) => `grant pg_read_all_data to ${role}`, /是别的角色的成员/],
    [
      'owns a table',
      (role: string) =>
        `grant create on schema public to ${role}; grant ${role} to anlan with set true; alter table note owner to ${role}`,
      /拥有数据库对象/,
    ],
    ['may create tables', (role: string) => `grant create on schema public to ${role}`, /能建表或模式/],
    ['may truncate a table', (role: string) => `grant truncate on note to ${role}`, /能清空表/],
    [
      'may create temporary tables',
      (role: string) => `grant temp on database case_${cases.number} to ${role}`,
      /能建临时表/,
    ],
    [
      'has a role for all regions that can create roles',
      (role: string) => `alter role ${role}_all createrole`,
      /能建角色/,
    ],
    [
      'has a role for all regions that can sign in',
      (role: string) => `alter role ${role}_all login`,
      /继承了不限辖区的角色/,
    ],
    [
      'has a role for all regions that is a member of another role',
      (role: string) => `grant pg_read_all_data to ${role}_all`,
      /别的角色的成员/,
    ],
    [
      'may grant the role for all regions',
      (role: string) => `grant ${role}_all to ${role} with admin option`,
      /别的角色/,
    ],
    [
      'has a role for all regions that may truncate a table',
      (role: string) => `grant truncate on note to ${role}_all`,
      /能清空表/,
    ],
    [
      'finds a function of the owner that everybody may call',
      () => `create function f() returns int language sql security definer set search_path = pg_catalog as 'select 1'`,
      /f: a definer function that everybody may call/,
    ],
  ])('is refused when the role %s', async (_, change, reason) => {
    const url = await prepareAppRole(cases.ownerUrl);
    await withConnection(cases.superuserUrl(), (client) => client.query(change(partsOf(url).user)));
    await expect(assertAppRole(url)).rejects.toThrow(reason);
  });

  test('is refused as superuser, as owner or with bypassrls', async () => {
    const url = await prepareAppRole(cases.ownerUrl);
    const { user } = partsOf(url);
    for (const [change, reason] of [
      ['superuser', /是超级用户/],
      ['nosuperuser bypassrls', /BYPASSRLS/],
    ] as const) {
      await withConnection(cases.superuserUrl(), (client) => client.query(`alter role ${user} ${change}`));
      await expect(assertAppRole(url)).rejects.toThrow(reason);
    }
    await expect(assertAppRole(cases.ownerUrl)).rejects.toThrow(/能建数据库，能建角色.*拥有数据库对象/);
  });

  test('is refused when a table has no row security', async () => {
    const url = await prepareAppRole(cases.ownerUrl);
    await asOwner((client) => client.query('alter table note no force row level security'));
    await expect(assertAppRole(url)).rejects.toThrow(/note: row security is not enabled and forced/);
  });

  test('must be configured when the owner of the database cannot create roles', async () => {
    for (const text of [
      `create role plain_${cases.number} login password 'pw'`,
      `create role given_${cases.number} login password 'pw'`,
      `create database plain_${cases.number} owner plain_${cases.number}`,
    ])
      await withConnection(cases.superuserUrl(), (client) => client.query(text));
    const plain = cases.urlOf(`plain_${cases.number}`, `plain_${cases.number}`, 'pw');
    await expect(prepareAppRole(plain)).rejects.toThrow(/授予它 CREATEROLE，或另给 DATABASE_APP_URL/);
    const givenUrl = cases.urlOf(`plain_${cases.number}`, `given_${cases.number}`, 'pw');
    await migrate(plain, { folder: cases.files, appUrl: givenUrl });
    // The role does not have the rights of the database owner, and the limits of the role apply.
    await assertAppRole(givenUrl);
  });
});
