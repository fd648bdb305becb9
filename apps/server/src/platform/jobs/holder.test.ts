import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyDatabase } from '../../../testing/cluster.ts';
import { openWay } from '../../../testing/way.ts';
import { withConnection } from '../db/connection.ts';
import { createHolder, type Holder } from './holder.ts';

let database: Awaited<ReturnType<typeof copyDatabase>>;
let way: Awaited<ReturnType<typeof openWay>>;
beforeAll(async () => {
  database = await copyDatabase();
  way = await openWay(new URL(database.appUrl).searchParams.get('host') ?? '');
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
/** How many locks stand for work, whoever has them. */
const locks = async () =>
  (
    await asSuperuser(
      `select from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
    )
  ).length;
const ask = () => holder.ask((client) => client.query('select 1'));

test('what one process is at work on, no other takes', async () => {
  const other = open();
  expect(await holder.hold('a')).toBe(true);
  expect(await other.hold('a')).toBe(false);
  await holder.letGo('a');
  expect(await other.hold('a')).toBe(true);
});

test('a connection that was lost is made anew and shows all that is under way, and nothing else', async () => {
  await holder.hold('a');
  await holder.hold('b');
  await loseConnection();
  await expect.poll(() => ask().then(locks, () => -1), { timeout: 10_000 }).toBe(2);
  await holder.letGo('a');
  expect(await locks()).toBe(1);
  await holder.letGo('b');
  expect(await locks()).toBe(0);
});

test('work that ends while a new connection takes it over does not stay locked for ever', async () => {
  await holder.hold('a');
  const kept = way.keepBack('pg_try_advisory_lock');
  await loseConnection();
  // The first to ask after a loss may still hear of it; who comes next makes the new connection.
  const reopening = ask().catch(ask);
  await kept.seen;
  const gone = holder.letGo('a');
  kept.release();
  await Promise.all([reopening, gone]);
  expect(await locks()).toBe(0);
  expect(await open().hold('a')).toBe(true);
});

test('a connection that says nothing any more is given up, and the next one takes everything over', async () => {
  await holder.hold('a');
  way.passes = false;
  await expect(ask()).rejects.toThrow();
  await expect.poll(locks, { timeout: 10_000 }).toBe(0);
  way.passes = true;
  await ask();
  expect(await locks()).toBe(1);
});

test('work is taken again that another connection of this process still held, once that is gone', async () => {
  await withConnection(database.appUrl, async (left) => {
    await left.query(`select pg_advisory_lock($1, hashtext('a'))`, [0x6a6f62]);
    expect(await holder.hold('a')).toBe(false);
  });
  await expect.poll(() => holder.hold('a')).toBe(true);
});
