import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyDatabase } from '../../../testing/cluster.ts';
import { openDatabaseProxy } from '../../../testing/database-proxy.ts';
import { withConnection } from '../db/connection.ts';
import { createHolder, type Holder } from './job-locks.ts';

let database: Awaited<ReturnType<typeof copyDatabase>>;
let way: Awaited<ReturnType<typeof openDatabaseProxy>>;
beforeAll(async () => {
  database = await copyDatabase();
  way = await openDatabaseProxy(new URL(database.appUrl).searchParams.get('host') ?? '');
});
afterAll(async () => {
  way?.close();
  await database?.drop();
});

const silenceMs = 2_000;
const opened: Holder[] = [];
const open = () => {
  const holder = createHolder(way.through(database.appUrl), silenceMs);
  opened.push(holder);
  return holder;
};
let holder: Holder;
beforeEach(() => (holder = open()));
afterEach(async () => {
  way.passes = true;
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const asSuperuser = <T extends object>(text: string) =>
  withConnection(database.superuserUrl(), async (client) => (await client.query<T>(text)).rows);
const loseConnection = () =>
  asSuperuser(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'anlan jobs alive' and datname = current_database()`,
  );
const locks = async () =>
  (
    await asSuperuser(
      `select from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
    )
  ).length;
const ask = () => holder.ask((client) => client.query('select 1'));

test('refuses to lock a job that another process runs', async () => {
  const other = open();
  expect(await holder.hold('a')).toBe(true);
  expect(await other.hold('a')).toBe(false);
  await holder.release('a');
  expect(await other.hold('a')).toBe(true);
});

test('locks exactly the running jobs on a new connection', async () => {
  await holder.hold('a');
  await holder.hold('b');
  await loseConnection();
  await expect.poll(() => ask().then(locks, () => -1), { timeout: 10_000 }).toBe(2);
  await holder.release('a');
  expect(await locks()).toBe(1);
  await holder.release('b');
  expect(await locks()).toBe(0);
});

test('does not lock a job that ends during a reconnect', async () => {
  await holder.hold('a');
  const heldBack = way.holdQueries('pg_try_advisory_lock');
  await loseConnection();
  // The first call after the connection was lost may still fail; the second one opens a new connection.
  const reopening = ask().catch(ask);
  await heldBack.seen;
  const gone = holder.release('a');
  heldBack.release();
  await Promise.all([reopening, gone]);
  expect(await locks()).toBe(0);
  expect(await open().hold('a')).toBe(true);
});

test('replaces a lock connection without responses and takes all locks again', async () => {
  await holder.hold('a');
  way.passes = false;
  await expect(ask()).rejects.toThrow();
  await expect.poll(locks, { timeout: 10_000 }).toBe(0);
  way.passes = true;
  await ask();
  expect(await locks()).toBe(1);
});

test('locks a job again after an old connection of this process has ended', async () => {
  await withConnection(database.appUrl, async (left) => {
    await left.query(`select pg_advisory_lock($1, hashtext('a'))`, [0x6a6f62]);
    expect(await holder.hold('a')).toBe(false);
  });
  await expect.poll(() => holder.hold('a')).toBe(true);
});
