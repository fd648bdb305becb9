// A finished transaction cannot be used. Its late statements do not run in the next transaction of the connection. No
// failed write is reported as done.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintScope, systemScope } from '#kernel/scope.ts';
import { copyDatabase } from '../../../testing/cluster.ts';
import { withConnection } from './connection.ts';
import { afterCommit, openDb, tables, type Db, type Tx } from './index.ts';

let database: Awaited<ReturnType<typeof copyDatabase>>;
let db: Db;
const errors: unknown[] = [];
const scope = systemScope('test', '0');
const other = systemScope('test', '900');
beforeAll(async () => {
  database = await copyDatabase();
  await withConnection(database.superuserUrl(), (client) =>
    client.query(`insert into tenant (tenant_id, name) values ('900', '另一个单位')`),
  );
  // One connection only, so that all transactions run on it one after the other.
  db = openDb(database.appUrl, { max: 1, onError: (error) => errors.push(error) });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const add = (tx: Tx, name: string) =>
  sql`insert into counter (tenant_id, name, value) values (${tx.scope.tenantId}, ${name}, 1)`.execute(tx.kysely);
const has = (name: string, of = scope) =>
  db.scoped(
    of,
    async (tx) =>
      (
        await tables<{ counter: { name: string } }>()(tx)
          .selectFrom('counter')
          .select('name')
          .where('name', '=', name)
          .execute()
      ).length > 0,
    { readOnly: true },
  );

test.each([false, true])(
  'S35 runs no late work of a failed transaction in another transaction (reads only: %s)',
  async (readOnly) => {
    const name = `late ${readOnly}`;
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    const failing = db.scoped(
      scope,
      async (tx) => {
        late = gate.then(() => add(tx, name)).catch((error: unknown) => error);
        await tx.client.query('select 1 / 0');
      },
      { readOnly },
    );
    await expect(failing).rejects.toThrow(/division by zero/);
    // A row of the first tenant would break the second transaction; a row of the same tenant would be written with it.
    for (const one of [other, scope]) {
      await db.scoped(one, async (tx) => {
        await add(tx, `${name} meanwhile`);
        open();
        await late;
      });
      expect(await has(`${name} meanwhile`, one)).toBe(true);
    }
    expect(await late).toMatchObject({ message: 'the transaction is over' });
    expect(await has(name)).toBe(false);
  },
);

test('rejects unawaited statements after the commit', async () => {
  let late: Promise<unknown> = Promise.resolve();
  await db.scoped(scope, async (tx) => {
    const first = add(tx, 'waited for');
    late = first.then(() => new Promise((done) => setImmediate(done))).then(() => add(tx, 'left alone'));
    late.catch(() => {});
    await first;
  });
  await expect(late).rejects.toThrow('the transaction is over');
  expect([await has('waited for'), await has('left alone')]).toEqual([true, false]);
});

test('rejects a transaction whose unawaited statement failed', async () => {
  const silent = db.scoped(scope, async (tx) => {
    await add(tx, 'swallowed');
    await tx.client.query('select 1 / 0').catch(() => {});
    return 'done';
  });
  await expect(silent).rejects.toThrow('the commit was a rollback');
  expect(await has('swallowed')).toBe(false);
});

test('reports a failure after the commit without a rollback', async () => {
  const broken = new Error('what follows');
  const done = db.scoped(scope, async (tx) => {
    await add(tx, 'stands');
    afterCommit(tx, () => Promise.reject(broken));
    afterCommit(tx, () => add(tx, 'too late'));
    return 'done';
  });
  expect(await done).toBe('done');
  expect(await has('stands')).toBe(true);
  expect(errors.splice(0)).toEqual([broken, expect.objectContaining({ message: 'the transaction is over' })]);
  const unheard = openDb(database.appUrl, { max: 1 });
  try {
    expect(await unheard.scoped(scope, async (tx) => (afterCommit(tx, () => Promise.reject(broken)), 'done'))).toBe(
      'done',
    );
  } finally {
    await unheard.close();
  }
});

test('S24 runs no statement with an invalid scope', async () => {
  let isReached = false;
  const work = async () => (isReached = true);
  await expect(db.scoped(mintScope({ tenantId: "1'; select 1" }), work)).rejects.toThrow(/characters of its own/);
  expect(isReached).toBe(false);
  expect(await has('stands')).toBe(true);
});

test('measures the wait for a connection and the idle time in a transaction', async () => {
  const before = db.fairQueue();
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const held = db.scoped(scope, async (tx) => {
    await tx.client.query('select 1');
    begin();
    await end;
  });
  await begun;
  const waits = has('stands');
  await expect.poll(() => db.connections().waiting).toBe(1);
  const since = performance.now();
  await expect.poll(() => performance.now() - since).toBeGreaterThan(100);
  letGo();
  await Promise.all([held, waits]);
  const { taken, waitedMs, heldMs, idleMs } = db.fairQueue();
  expect(taken - before.taken).toBe(2);
  expect(waitedMs - before.waitedMs).toBeGreaterThan(100);
  expect(idleMs - before.idleMs).toBeGreaterThan(100);
  expect(heldMs - before.heldMs).toBeGreaterThan(idleMs - before.idleMs);
});
