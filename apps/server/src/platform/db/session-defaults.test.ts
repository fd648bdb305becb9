import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyDatabase, urlOf } from '../../../testing/cluster.ts';
import { withConnection } from './connection.ts';
import { partsOf, prepareAppRole, sessionUrlOf } from './roles.ts';
import { assertSessionDefaults } from './session-defaults.ts';

const name = `defaults_${process.pid}`;
let source: Awaited<ReturnType<typeof copyDatabase>>;
let ownerUrl = '';
beforeAll(async () => {
  source = await copyDatabase();
  ownerUrl = urlOf(source.ownerUrl, name);
  await withConnection(source.ownerUrl, (client) => client.query(`create database ${name}`));
});
afterAll(() => source?.drop());

const asSuperuser = (text: string) => withConnection(source.superuserUrl(), (client) => client.query(text));
const settingsOf = async (url: string) =>
  (
    await withConnection(url, (client) =>
      client.query(
        `select current_setting('TimeZone') as zone, current_setting('lock_timeout') as lock,
           current_setting('idle_in_transaction_session_timeout') as idle, source as "from"
         from pg_settings where name = 'lock_timeout'`,
      ),
    )
  ).rows;

test('stores time zone, lock and idle limits in the database role', async () => {
  const url = await prepareAppRole(ownerUrl);
  expect(await settingsOf(url)).toEqual([{ zone: 'UTC', lock: '3s', idle: '30s', from: 'user' }]);
  await asSuperuser(`alter role ${partsOf(url).user} reset lock_timeout`);
  await expect(withConnection(url, assertSessionDefaults)).rejects.toThrow(/lock_timeout 是 0，应为 3s/);
  await prepareAppRole(ownerUrl);
  await withConnection(url, assertSessionDefaults);
});

test('sets the session limits through a direct connection for a role that the database owner did not create', async () => {
  const role = `served_${process.pid}`;
  await asSuperuser(`create role ${role} login password 'p@%/w'`);
  const pooled = new URL(urlOf(ownerUrl, 'alias_of_the_pooler', { name: role, password: encodeURIComponent('p@%/w') }));
  pooled.searchParams.set('host', '/nowhere');
  await prepareAppRole(ownerUrl, pooled.href);
  // Job connections are recognised by their application name. A value in the URL would replace it.
  const url = sessionUrlOf(`${ownerUrl}${ownerUrl.includes('?') ? '&' : '?'}application_name=shop`, pooled.href);
  expect(new URL(url).searchParams.has('application_name')).toBe(false);
  expect(await settingsOf(url)).toEqual([{ zone: 'UTC', lock: '3s', idle: '30s', from: 'user' }]);
});
