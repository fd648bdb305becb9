import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kernel/ids.ts';
import { mintScope, systemScope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createNumbers } from './number-store.ts';

let tenantId = '';
const day = '2026-11-28';
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  tenantId = await makeTenant(database, newId());
});
afterAll(() => database.close());
const person = () => mintScope({ ...systemScope('test', tenantId), userId: newId() });
const within = <T>(work: (tx: Tx) => Promise<T>) => database.db.scoped(person(), work);

test('gives row numbers to concurrent callers while other transactions are open', async () => {
  const give = createNumbers(database.db);
  const gate = Promise.withResolvers<void>();
  let allocated = 0;
  const open = Array.from({ length: 6 }, (_, at) =>
    within(async (tx) => {
      const numbers = await give(tx, 'YH', day, 1 + (at % 2));
      allocated += 1;
      await gate.promise;
      return numbers;
    }),
  );
  // All callers have their numbers although no transaction has ended.
  await expect.poll(() => allocated).toBe(6);
  gate.resolve();
  const all = await Promise.all(open);
  for (const numbers of all) expect(numbers).toEqual(numbers.toSorted());
  expect(all.flat().toSorted()).toEqual(Array.from({ length: 9 }, (_, at) => `YH20261128-000${at + 1}`));
});

test('leaves a gap in the row numbers after a rollback', async () => {
  const give = createNumbers(database.db);
  const undone = within(async (tx) => {
    await give(tx, 'JB', day, 2);
    throw new Error('refused');
  });
  await expect(undone).rejects.toThrow('refused');
  expect(await within((tx) => give(tx, 'JB', day, 1))).toEqual(['JB20261128-0003']);
  const own = (work: (tx: Tx) => Promise<unknown>) => database.db.scoped(systemScope('test', tenantId), work);
  await expect(
    own(async (tx) => {
      await give(tx, 'JB', day, 1);
      throw new Error('refused');
    }),
  ).rejects.toThrow('refused');
  expect(await own((tx) => give(tx, 'JB', day, 1))).toEqual(['JB20261128-0004']);
});
