import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { copyDatabase } from '../../../testing/cluster.ts';
import { openDatabaseProxy } from '../../../testing/database-proxy.ts';
import { withConnection } from './connection.ts';
import { openDb, type Db } from './index.ts';

let database: Awaited<ReturnType<typeof copyDatabase>>;
let silentWay: Awaited<ReturnType<typeof openDatabaseProxy>>;
const opened: Db[] = [];
beforeAll(async () => {
  database = await copyDatabase();
  silentWay = await openDatabaseProxy(new URL(database.appUrl).searchParams.get('host') ?? '');
});
afterEach(async () => {
  silentWay.passes = true;
  await Promise.all(opened.splice(0).map((db) => db.close()));
});
afterAll(async () => {
  silentWay?.close();
  await database?.drop();
});

const open = (...options: Parameters<typeof openDb>) => {
  const db = openDb(...options);
  opened.push(db);
  return db;
};
const scope = systemScope('test', '0');
function holding() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
  const work = () => {
    begin();
    return end;
  };
  return { begun, letGo, work };
}
const one = (db: Db) => db.scoped(scope, async (tx) => (await tx.client.query('select 1 as n')).rows[0]);

test('returns 503 when a connection is lost between two statements (S85)', async () => {
  const db = open(database.appUrl, { max: 1 });
  const lost = db.scoped(scope, async (tx) => {
    const { rows } = await tx.client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const gone = new Promise((done) => tx.client.once('end', done));
    await withConnection(database.superuserUrl(), (client) =>
      client.query('select pg_terminate_backend($1)', [rows[0]?.pid]),
    );
    await gone;
    await tx.client.query('select 1');
  });
  await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
  expect(await one(db)).toEqual({ n: 1 });
});

test('closes a database connection without responses', async () => {
  const db = open(silentWay.through(database.appUrl), { max: 2, silenceMs: 1_500 });
  expect(await one(db)).toEqual({ n: 1 });
  silentWay.passes = false;
  await expect(one(db)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await db.ping()).toBe(false);
  silentWay.passes = true;
  expect(await one(db)).toEqual({ n: 1 });
  expect(await db.ping()).toBe(true);
});

test('refuses requests when the connection queue is full', async () => {
  const db = open(database.appUrl, { max: 1 });
  const { begun, letGo, work } = holding();
  const held = db.scoped(scope, work);
  await begun;
  const line = Array.from({ length: 200 }, () => one(db));
  await expect(one(db)).rejects.toMatchObject({ code: 'unavailable' });
  letGo();
  await held;
  expect(await Promise.all(line)).toHaveLength(200);
});

test('S68 delays a tenant beside a busy tenant by one statement only', async () => {
  const db = open(database.appUrl, { max: 1 });
  const { begun, letGo, work } = holding();
  const held = db.scoped(scope, work);
  await begun;
  const served: string[] = [];
  const line = [...Array.from({ length: 50 }, () => '1'), '2'].map((tenant) =>
    db.scoped(systemScope('test', tenant), async () => served.push(tenant)),
  );
  letGo();
  await Promise.all([held, ...line]);
  expect(served.indexOf('2')).toBeLessThanOrEqual(1);
});

test('serves a request while a statement runs for an hour', async () => {
  const db = open(database.appUrl, { max: 1 });
  const { begun, letGo, work } = holding();
  const long = db.scoped(scope, work, { statementMs: 3_600_000 });
  await begun;
  expect(await one(db)).toEqual({ n: 1 });
  letGo();
  await long;
});

test('runs a count without waiting for long jobs (S68)', async () => {
  const db = open(database.appUrl, { max: 1 });
  const awaited = { readOnly: true, statementMs: 30_000, awaited: true };
  const work = Array.from({ length: 4 }, holding);
  const counts = Array.from({ length: 20 }, holding);
  const long = work.map(({ work: hold }) => db.scoped(scope, hold, { statementMs: 3_600_000 }));
  await Promise.all(work.map(({ begun }) => begun));
  // Uses all statements that one tenant may run at once, so that its next statement would wait.
  const counted = counts.map(({ work: hold }) => db.scoped(systemScope('test', '1'), hold, awaited).catch(() => null));
  await counts[0]?.begun;
  const other = await db.scoped(
    systemScope('test', '2'),
    async (tx) => (await tx.client.query('select 1 as n')).rows[0],
    awaited,
  );
  expect(other).toEqual({ n: 1 });
  expect(await one(db)).toEqual({ n: 1 });
  for (const { letGo } of [...work, ...counts]) letGo();
  await Promise.all([...long, ...counted]);
});
