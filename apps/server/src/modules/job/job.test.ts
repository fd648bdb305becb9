import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { jobCalls } from '@anlan/contract/modules/job/calls';
import type { Handlers } from '@anlan/contract/http/call-table';
import { systemClock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { createJobs, type JobHandler, type JobPayload, type Jobs } from '#platform/jobs/index.ts';
import { openDb } from '#platform/db/index.ts';
import { openDatabaseProxy } from '../../../testing/database-proxy.ts';
import { createAuditModule } from '../audit/index.ts';
import { makeTenant, openTestDatabase, regulatorScope, type TestDatabase } from '../../../testing/database.ts';
import { createJobModule, type JobModule, type Outcome, type Work } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const userId = newId();
let scope: Scope;
let jobs: Jobs;
let module: JobModule & Handlers<typeof jobCalls, Scope>;
let mayAct = true;
const logged: unknown[] = [];
function open(runs = true) {
  jobs = createJobs({ url: database.appUrl, runs, log: (_, error) => logged.push(error) });
  const scopeOf = async () => (mayAct ? scope : null);
  module = createJobModule({ db: database.db, jobs, audit: createAuditModule(database), clock: systemClock, scopeOf });
}
beforeEach(async () => {
  scope = regulatorScope(await makeTenant(database, userId), userId);
  mayAct = true;
  logged.length = 0;
  open();
});
afterEach(() => jobs.stop());

const begin = (kind: string, params = {}) => database.db.scoped(scope, (tx) => module.create(tx, { kind, params }));
async function until(id: string, state: string) {
  for (const end = Date.now() + 30_000; ; await new Promise((done) => setTimeout(done, 30))) {
    const job = await module.get(scope, { id });
    if (job.state === state) return job;
    if (Date.now() > end) throw new Error(`still ${job.state}: ${job.message}`);
  }
}

const queued = async (name: string): Promise<string[]> => {
  const { rows } = await database.db.scoped(scope, (tx) =>
    tx.client.query<{ state: string }>('select state from pgboss.job where name = $1', [name]),
  );
  return rows.map(({ state }) => state);
};

test('stores progress and result of a job', async () => {
  let seen: Work | undefined;
  module.work('test.sum', async (work) => {
    seen = work;
    await work.progress(null, { done: 1, total: 2, message: '计算中' });
    expect(await module.get(scope, { id: work.id })).toMatchObject({
      state: 'running',
      done: 1,
      total: 2,
      message: '计算中',
    });
    await work.progress(null, { done: 2 });
    return { state: 'done', result: { sum: 3 } };
  });
  await jobs.start();
  const id = await begin('test.sum', { of: [1, 2] });
  expect(await until(id, 'done')).toMatchObject({ id, kind: 'test.sum', done: 2, total: 2, result: { sum: 3 } });
  expect(seen).toMatchObject({ userId, params: { of: [1, 2] }, scope: { tenantId: scope.tenantId } });
});

test('never runs a job whose transaction was rolled back', async () => {
  let runs = 0;
  module.work('test.count', async () => {
    runs += 1;
    return { state: 'done' };
  });
  await jobs.start();
  const broken = database.db.scoped(scope, async (tx) => {
    await module.create(tx, { kind: 'test.count' });
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  await until(await begin('test.count'), 'done');
  expect(runs).toBe(1);
  expect((await module.page(scope, { page: 1, size: 10, sort: [], filter: {} })).total).toBe(1);
});

test('shows a job only to its owner', async () => {
  module.work('test.wait', async () => ({ state: 'done' }));
  await jobs.start();
  const id = await begin('test.wait');
  const other = regulatorScope(scope.tenantId, newId());
  await expect(module.get(other, { id })).rejects.toMatchObject({ code: 'notFound' });
  await expect(module.cancel(other, { id })).rejects.toMatchObject({ code: 'notFound' });
  expect((await module.page(other, { page: 1, size: 10, sort: [], filter: {} })).rows).toEqual([]);
});

test('refuses to cancel a job that has ended', async () => {
  module.work('test.long', async (work) => {
    for (;;) {
      await work.throwIfStopped();
      await new Promise((done) => setTimeout(done, 20));
    }
  });
  await jobs.start();
  const id = await begin('test.long');
  await until(id, 'running');
  expect(await module.cancel(scope, { id })).toBeNull();
  expect(await until(id, 'cancelled')).toMatchObject({ message: '已取消' });
  await expect(module.cancel(scope, { id })).rejects.toMatchObject({ code: 'invalid' });
  const audited = await database.db.scoped(scope, (tx) => createAuditModule(database).historyOf(tx, 'job', id));
  expect(audited.map((entry) => entry.call)).toEqual(['job.cancel']);
});

test('reports an unexpected job failure once to the user', async () => {
  let runs = 0;
  module.work('test.broken', async () => {
    runs += 1;
    throw new TypeError('secret detail');
  });
  await jobs.start();
  const job = await until(await begin('test.broken'), 'failed');
  expect(job.message).toBe('系统未知错误,请反馈给管理员');
  // The job has ended, so the queue does not retry it.
  await expect.poll(() => queued('test.broken'), { timeout: 15_000 }).toEqual(['completed']);
  expect(runs).toBe(1);
  expect(logged.map(String)).toContain('TypeError: secret detail');
});

test('does not run the job of a user without rights', async () => {
  module.work('test.gone', async () => ({ state: 'done' }));
  await jobs.start();
  mayAct = false;
  expect(await until(await begin('test.gone'), 'failed')).toMatchObject({ message: '账号已停用，任务没有执行' });
});

test('continues a job after the server was stopped and started again', async () => {
  let allowed = 3;
  const handler = async (work: Work) => {
    for (let step = work.done; step < 40; step++) {
      do {
        await work.throwIfStopped();
        await new Promise((done) => setTimeout(done, 10));
      } while (step >= allowed);
      await work.progress(null, { done: step + 1, total: 40 });
    }
    return { state: 'done' as const };
  };
  module.work('test.steps', handler);
  await jobs.start();
  const id = await begin('test.steps');
  await expect.poll(async () => (await module.get(scope, { id })).done, { timeout: 15_000 }).toBe(allowed);
  await jobs.stop();
  expect(await module.get(scope, { id })).toMatchObject({ state: 'running', done: allowed });
  allowed = 40;
  open();
  module.work('test.steps', handler);
  await jobs.start();
  expect(await until(id, 'done')).toMatchObject({ done: 40 });
});

test('continues the job of a killed process on another process within seconds', async () => {
  await jobs.stop();
  const program = `
    import { createJobs } from ${JSON.stringify(new URL('../../platform/jobs/index.ts', import.meta.url).href)};
    const jobs = createJobs({ url: ${JSON.stringify(database.appUrl)} });
    jobs.work('test.killed', () => { console.log('begun'); return new Promise(() => {}); });
    await jobs.start();
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  const says = async (word: string) => {
    while (!output.includes(word)) await new Promise((done) => setTimeout(done, 20));
  };
  await says('ready');
  open(false);
  module.work('test.killed', async () => ({ state: 'done' }));
  await jobs.start();
  const id = await begin('test.killed');
  await says('begun');
  await jobs.stop();
  child.kill('SIGKILL');
  open();
  module.work('test.killed', async () => ({ state: 'done' }));
  await jobs.start();
  // The job must finish soon: the queue alone would notice the dead process only after minutes.
  await until(id, 'done');
});

describe('a job whose process dies repeatedly', () => {
  /** Runs a job and stops in the middle, as if the process were killed. */
  async function killedIn(payload: JobPayload, work: (work: Work) => Promise<void>): Promise<void> {
    let handler: JobHandler | undefined;
    const queues: Pick<Jobs, 'send' | 'work'> = {
      send: async () => {},
      work: (_, callback) => void (handler = callback),
    };
    const audit = createAuditModule(database);
    const dying = createJobModule({
      db: database.db,
      jobs: queues,
      audit,
      clock: systemClock,
      scopeOf: async () => scope,
    });
    const standing = Promise.withResolvers<void>();
    dying.work('test.dying', async (jobWork) => {
      await work(jobWork);
      standing.resolve();
      return new Promise<never>(() => {});
    });
    const attempt = {
      number: 1,
      signal: new AbortController().signal,
      setAside: async () => {},
      postpone: async () => {},
    };
    await Promise.race([standing.promise, handler?.(payload, attempt)]);
  }
  beforeEach(async () => {
    await jobs.stop();
    open(false);
    module.work('test.dying', async () => ({ state: 'done' }));
    await jobs.start();
  });
  const begun = async (): Promise<JobPayload> => ({
    tenantId: scope.tenantId,
    userId,
    jobId: await database.db.scoped(scope, (tx) => module.create(tx, { kind: 'test.dying' })),
  });
  const step = (work: Work) => work.progress(null, { done: work.done + 1 });

  test('continues as long as the job makes progress', async () => {
    const payload = await begun();
    for (let kill = 1; kill <= 20; kill += 1) await killedIn(payload, step);
    expect(await module.get(scope, { id: payload.jobId })).toMatchObject({ state: 'running', done: 20 });
  });

  test('fails after ten attempts without progress', async () => {
    const payload = await begun();
    await killedIn(payload, step);
    const sameAgain = async (work: Work) => {
      for (const done of [0, 1]) await work.progress(null, { done });
    };
    for (let kill = 1; kill <= 10; kill += 1) {
      await killedIn(payload, sameAgain);
      expect(await module.get(scope, { id: payload.jobId })).toMatchObject({ state: 'running', done: 1 });
    }
    await killedIn(payload, () => Promise.reject(new Error('taken up once more')));
    expect(await module.get(scope, { id: payload.jobId })).toMatchObject({
      state: 'failed',
      message: '任务多次意外中断，已停止，请重新发起',
    });
  });

  test('does not count postponed attempts as failed attempts', async () => {
    const payload = await begun();
    for (let time = 1; time <= 12; time += 1)
      await expect(killedIn(payload, () => Promise.reject(new AppError('unavailable')))).rejects.toThrow();
    expect(await module.get(scope, { id: payload.jobId })).toMatchObject({ state: 'running' });
  });
});

test('does not count database failures as failed attempts of a job', async () => {
  await jobs.stop();
  open(false);
  module.work('test.under', async () => ({ state: 'done' }));
  await jobs.start();
  const id = await begin('test.under');
  const way = await openDatabaseProxy(new URL(database.appUrl).searchParams.get('host') ?? '');
  const db = openDb(way.through(database.appUrl));
  try {
    let handler: JobHandler | undefined;
    const queues: Pick<Jobs, 'send' | 'work'> = {
      send: async () => {},
      work: (_, callback) => void (handler = callback),
    };
    const audit = createAuditModule(database);
    const there = createJobModule({ db, jobs: queues, audit, clock: systemClock, scopeOf: async () => scope });
    there.work('test.under', async (work) => {
      way.hangUp();
      await work.throwIfStopped();
      return { state: 'done' };
    });
    const attempt = {
      number: 1,
      signal: new AbortController().signal,
      setAside: async () => {},
      postpone: async () => {},
    };
    for (let death = 1; death <= 12; death += 1) {
      way.open = true;
      await expect(handler?.({ tenantId: scope.tenantId, userId, jobId: id }, attempt)).rejects.toMatchObject({
        code: 'unavailable',
      });
    }
    expect(await module.get(scope, { id })).toMatchObject({ state: 'running' });
  } finally {
    way.close();
    await db.close();
  }
});

describe('a job taken over by another process', () => {
  beforeEach(async () => {
    module.work('test.twice', async () => ({ state: 'done' }));
    await jobs.start();
  });
  /** Pauses a job in one process while another process takes it over. `then` continues the first process. */
  async function overtaken(then: (work: Work) => Promise<Outcome>) {
    const standing = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    let tries = 0;
    let handler: JobHandler | undefined;
    const queues: Pick<Jobs, 'send' | 'work'> = {
      send: async () => {},
      work: (_, callback) => void (handler = callback),
    };
    const deps = { db: database.db, jobs: queues, audit: createAuditModule(database), clock: systemClock };
    const elsewhere = createJobModule({ ...deps, scopeOf: async () => scope });
    const attempt = {
      number: 1,
      signal: new AbortController().signal,
      setAside: async () => {},
      postpone: async () => {},
    };
    elsewhere.work('test.twice', async (work) => {
      tries += 1;
      if (tries === 2) return { state: 'done', message: '第二次' };
      standing.resolve();
      await free.promise;
      return then(work);
    });
    const id = await database.db.scoped(scope, (tx) => elsewhere.create(tx, { kind: 'test.twice' }));
    const payload = { tenantId: scope.tenantId, userId, jobId: id };
    const going = handler?.(payload, attempt);
    await standing.promise;
    await handler?.(payload, attempt);
    free.resolve();
    await going?.catch(() => {});
    return module.get(scope, { id });
  }
  test.each<[string, (work: Work) => Promise<Outcome>]>([
    [
      'stores no further progress of the first process',
      (work) => work.progress(null, { done: 7 }).then(() => ({ state: 'failed' })),
    ],
    ['starts no further step of the first process', (work) => work.throwIfStopped().then(() => ({ state: 'failed' }))],
    ['ignores a result of the first process', async () => ({ state: 'failed', message: '第一次' })],
    ['ignores a failure of the first process', () => Promise.reject(new TypeError('late'))],
  ])('%s', async (_, then) => {
    expect(await overtaken(then)).toMatchObject({ state: 'done', message: '第二次', done: 0 });
  });
  test('rolls back all writes of the transaction of the first process', async () => {
    let written = '';
    await overtaken((work) =>
      database.db.scoped(scope, async (tx) => {
        written = await module.create(tx, { kind: 'test.twice' });
        await work.progress(tx, { done: 1 });
        return { state: 'done' };
      }),
    );
    await expect(module.get(scope, { id: written })).rejects.toMatchObject({ code: 'notFound' });
  });
});
