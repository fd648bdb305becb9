import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { copyDatabase } from '../../../testing/cluster.ts';
import { afterCommit, openDb, type Db, type Tx } from './index.ts';

let database: Awaited<ReturnType<typeof copyDatabase>>;
let db: Db;
const scope = systemScope('test', '0');
beforeAll(async () => {
  database = await copyDatabase();
  db = openDb(database.appUrl);
  await db.scoped(scope, (tx) =>
    tx.client.query(`insert into counter (tenant_id, name, value) values ('0', 'one', 0), ('0', 'other', 0)`),
  );
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const grow = (tx: Tx, name: string) =>
  tx.client.query(`update counter set value = value + 1 where tenant_id = '0' and name = $1`, [name]);

test('repeats a deadlocked transaction so that both transactions succeed (S85)', async () => {
  const both = Promise.withResolvers<void>();
  let holding = 0;
  let tries = 0;
  let callbackCount = 0;
  const crossing = (first: string, second: string) =>
    db.scoped(scope, async (tx) => {
      tries += 1;
      afterCommit(tx, () => (callbackCount += 1));
      await grow(tx, first);
      if ((holding += 1) === 2) both.resolve();
      await both.promise;
      await grow(tx, second);
    });
  await Promise.all([crossing('one', 'other'), crossing('other', 'one')]);
  const { rows } = await db.scoped(scope, (tx) =>
    tx.client.query<{ value: string }>(`select value::text from counter where tenant_id = '0'`),
  );
  expect(rows.map(({ value }) => value)).toEqual(['2', '2']);
  // The retried transaction may collide with the other transaction again, so there may be more than three attempts.
  expect(tries).toBeGreaterThanOrEqual(3);
  expect(callbackCount).toBe(2);
});

test.each(['40P01', '40001'])('retries a transaction with error %s at most three times (S85)', async (code) => {
  let tries = 0;
  const failing = db.scoped(scope, async (tx) => {
    tries += 1;
    await tx.client.query(`do $$ begin raise exception using errcode = '${code}', message = 'busy'; end $$`);
  });
  await expect(failing).rejects.toThrow();
  expect(tries).toBe(4);
});
