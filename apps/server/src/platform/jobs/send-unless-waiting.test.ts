import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Tx } from '../db/index.ts';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createJobs, type Jobs } from './index.ts';

const queue = 'test.all';
const [one, other] = ['200001', '200002'] as const;
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let begun: string[];
let gate: PromiseWithResolvers<void>;
const opened: Jobs[] = [];
async function open(runs: boolean) {
  const jobs = createJobs({ url: database.appUrl, runs });
  opened.push(jobs);
  jobs.work(queue, async ({ tenantId }) => {
    begun.push(tenantId);
    await gate.promise;
  });
  await jobs.start();
  return jobs;
}
let sender: Jobs;
beforeEach(async () => {
  begun = [];
  gate = Promise.withResolvers();
  sender = await open(false);
});
afterEach(async () => {
  gate.resolve();
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop()));
});

const within = (tenantId: string, work: (tx: Tx) => Promise<void>) =>
  database.db.scoped(systemScope('test', tenantId), work);
const sendIn = (tx: Tx) =>
  sender.sendUnlessWaiting(tx, queue, { tenantId: tx.scope.tenantId, userId: newId(), jobId: newId() });
async function left(): Promise<number> {
  const unfinished = `select from pgboss.job where name = $1 and state <> 'completed'`;
  const count = async (tenantId: string) =>
    database.db.scoped(systemScope('test', tenantId), async (tx) => {
      const { rows } = await tx.client.query(unfinished, [queue]);
      return rows.length;
    });
  return (await count(one)) + (await count(other));
}

test('sendUnlessWaiting queues one job per tenant', async () => {
  await open(true);
  // Waits until both jobs that one process runs at the same time have started.
  for (const times of [1, 2]) {
    await within(one, sendIn);
    await expect.poll(() => begun, { timeout: 15_000 }).toHaveLength(times);
  }
  for (let time = 0; time < 20; time += 1) await within(one, sendIn);
  await within(other, sendIn);
  gate.resolve();
  await expect.poll(left, { timeout: 15_000 }).toBe(0);
  expect(begun.toSorted()).toEqual([one, one, one, other]);
});

test('starts a waiting job only after the end of every transaction that sent no second job', async () => {
  gate.resolve();
  await within(one, sendIn);
  await within(one, async (tx) => {
    await sendIn(tx);
    await open(true);
    await within(other, sendIn);
    await expect.poll(() => begun, { timeout: 15_000 }).toEqual([other]);
  });
  await expect.poll(() => begun, { timeout: 15_000 }).toEqual([other, one]);
  await expect.poll(left, { timeout: 15_000 }).toBe(0);
});
