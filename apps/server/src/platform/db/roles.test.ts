import { beforeEach, describe, expect, test } from 'vitest';
import { app, openMigrationCases } from '../../../testing/migration-cases.ts';
import { knock, withConnection } from './connection.ts';
import { migrate } from './migrate.ts';
import { appRoleName, assertAppRole, partsOf, prepareAppRole } from './roles.ts';

const cases = openMigrationCases();
const { write, run, asOwner } = cases;

describe('the server’s role', () => {
  beforeEach(async () => {
    write('0001-house.sql', app);
    await run();
  });

  test('has the same name and password on every node and nothing but its grants', async () => {
    const [first, second] = await Promise.all([prepareAppRole(cases.ownerUrl), prepareAppRole(cases.ownerUrl)]);
    expect(first).toBe(second);
    expect(partsOf(first).user).toBe(appRoleName(`case_${cases.number}`));
    await assertAppRole(first);
  });

  test('gets its password back when somebody changed it', async () => {
    const url = await prepareAppRole(cases.ownerUrl);
    await asOwner((client) => client.query(`alter role ${partsOf(url).user} password 'other'`));
    expect(await knock(url)).toBe('refused');
    await prepareAppRole(cases.ownerUrl);
    expect(await knock(url)).toBe('ready');
  });

  test('gets its grants in a database made from a template', async () => {
    const copy = `copy_${cases.number}`;
    await withConnection(cases.clusterUrl(), (client) =>
      client.query(`create database ${copy} template case_${cases.number}`),
    );
    const url = await prepareAppRole(cases.urlOf(copy));
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
    [
      'may make temporary tables',
      (role: string) => `grant temp on database case_${cases.number} to ${role}`,
      /能建临时表/,
    ],
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
    const url = await prepareAppRole(cases.ownerUrl);
    await withConnection(cases.superuserUrl(), (client) => client.query(change(partsOf(url).user)));
    await expect(assertAppRole(url)).rejects.toThrow(reason);
  });

  test('is refused when it is a superuser, passes row security by, or is the owner', async () => {
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

  test('is refused when a table lost its row security after the migration', async () => {
    const url = await prepareAppRole(cases.ownerUrl);
    await asOwner((client) => client.query('alter table note no force row level security'));
    await expect(assertAppRole(url)).rejects.toThrow(/note: row security is not enabled and forced/);
  });

  test('is asked for when the owner may not make roles', async () => {
    for (const text of [
      `create role plain_${cases.number} login password 'pw'`,
      `create role given_${cases.number} login password 'pw'`,
      `create database plain_${cases.number} owner plain_${cases.number}`,
    ])
      await withConnection(cases.superuserUrl(), (client) => client.query(text));
    const plain = cases.urlOf(`plain_${cases.number}`, `plain_${cases.number}`, 'pw');
    await expect(prepareAppRole(plain)).rejects.toThrow(/授予它 CREATEROLE，或另给 DATABASE_APP_URL/);
    const given = cases.urlOf(`plain_${cases.number}`, `given_${cases.number}`, 'pw');
    await migrate(plain, { folder: cases.files, appUrl: given });
    // It lacks the right of the owner that made it, and sets its own limits.
    await assertAppRole(given);
  });
});
