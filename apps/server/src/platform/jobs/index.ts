// Job queues in the product's database. A job is sent in the transaction of the use case. When a process is killed, its
// jobs restart within seconds, on any node. Job payloads contain ids only.
import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/index.ts';
import { createHolder } from './job-locks.ts';
import { startImmediately, lockWaitingJob, findOrphans, postponeJob } from './store.ts';

export type JobPayload = { tenantId: string; userId: string; jobId: string };

export interface Attempt {
  number: number;
  /** Aborts when the server stops. The job is then restarted later. */
  signal: AbortSignal;
  /**
   * Postpones the job until an administrator releases outgoing messages after a restore. The attempt does not count.
   * The handler must return afterwards.
   */
  setAside(): Promise<void>;
  /** Postpones the job for a few seconds. The attempt does not count. The handler must return afterwards. */
  postpone(): Promise<void>;
}

/** Runs a job, which may already have been started before. When it throws, the job is retried later. */
export type JobHandler = (payload: JobPayload, attempt: Attempt) => Promise<void>;

export interface RetryPolicy {
  times: number;
  firstPauseSeconds: number;
  /** Seconds before the job starts. Similar jobs sent in this time can be merged with it. */
  waitSeconds?: number;
}

export interface Jobs {
  send(tx: Tx, queue: string, payload: JobPayload, again?: RetryPolicy): Promise<void>;
  /** Sends a job unless a job for the tenant is already waiting. For jobs that do all pending work of a tenant. */
  sendUnlessWaiting(tx: Tx, queue: string, payload: JobPayload, again?: RetryPolicy): Promise<void>;
  /** Sets the handler of a queue; call it before `start`. */
  work(queue: string, handler: JobHandler): void;
  /** Runs a handler at the times of a cron expression (Asia/Shanghai), on one node only. Call it before `start`. */
  nightly(queue: string, cron: string, handler: () => Promise<void>): void;
  timed(): string[];
  doNow(queue: string): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface JobsOptions {
  url: string;
  /** Logs errors that occur outside of a job. */
  log?: (message: string, error: unknown) => void;
  runs?: boolean;
  /** True: uses LISTEN in addition to polling. A transaction pooler does not forward notifications. */
  listens?: boolean;
}

class AlreadyRunning extends Error {}

const sweepMs = 2_000;
// Query timeout, so that a silently disconnected database does not block the queues forever.
const silenceMs = 10_000;
const patience = { query_timeout: silenceMs, keepAlive: true, keepAliveInitialDelayMillis: silenceMs };
const graceSeconds = 2;
// Seconds until a postponed job starts again.
const turnSeconds = 3;
// Practically no retry limit, because only the handler may give a job up. At a limit the queue would leave the job
// unfinished forever.
const again = { retryLimit: 100_000, retryDelay: 1 };
const queueOptions = {
  ...again,
  // Limits only a job that hangs. The job lock shows whether a job is alive.
  expireInSeconds: 12 * 3600,
  deleteAfterSeconds: 24 * 3600,
  notify: true,
};

const timedOptions = {
  retryLimit: 3,
  retryDelay: 60,
  expireInSeconds: 3600,
  deleteAfterSeconds: 24 * 3600,
};

export function createJobs({ url, log = () => {}, runs = true, listens = true }: JobsOptions): Jobs {
  const handlers = new Map<string, JobHandler>();
  const timed = new Map<string, { cron: string; handler: () => Promise<void> }>();
  const running = new Set<string>();
  const holder = createHolder(url, silenceMs);
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'anlan jobs',
    max: 3,
    migrate: false,
    createSchema: false,
    schedule: runs,
    supervise: runs,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: runs && listens,
    ...patience,
  });
  boss.on('error', (error) => log('queue', error));
  const stopping = new AbortController();
  const workers = new Map<string, string>();

  async function takeUpOrphans() {
    const orphanJobs = await holder.ask((client) => findOrphans(client, [...handlers.keys()], graceSeconds));
    const left = orphanJobs.filter(({ id }) => !running.has(id));
    if (left.length === 0) return;
    for (const { id, name } of left) await boss.fail(name, id, { message: 'its process ended' });
    const ids = left.map(({ id }) => id);
    await holder.ask((client) => startImmediately(client, ids));
    for (const { name } of left) boss.notifyWorker(workers.get(name) ?? '');
  }
  /** Runs one sweep after the other, because parallel sweeps would accumulate while the database does not answer. */
  async function sweep() {
    while (!stopping.signal.aborted) {
      await takeUpOrphans().catch((error: unknown) => log('queue', error));
      await pause(sweepMs, null, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  async function run(handler: JobHandler, payload: JobPayload, attempt: Attempt) {
    const { jobId } = payload;
    if (running.has(jobId)) throw new AlreadyRunning();
    running.add(jobId);
    try {
      if (!(await holder.hold(jobId))) throw new AlreadyRunning();
      await handler(payload, attempt);
    } catch (error) {
      if (!attempt.signal.aborted && !(error instanceof AlreadyRunning)) log('job', error);
      throw error;
    } finally {
      await holder.release(jobId).catch(() => {});
      running.delete(jobId);
    }
  }

  async function runTimed(queue: string) {
    const work = timed.get(queue);
    if (!work) throw new Error(`nothing goes by the clock in ${queue}`);
    try {
      await work.handler();
    } catch (error) {
      log(`${queue} failed`, error);
      throw error;
    }
  }

  const jobs: Jobs = {
    async send(tx, queue, payload, bounded) {
      const executeSql = (text: string, values?: unknown[]) => tx.client.query(text, values);
      const id = await boss.send(queue, payload, {
        id: payload.jobId,
        db: { executeSql },
        ...(bounded ? { retryLimit: bounded.times, retryDelay: bounded.firstPauseSeconds, retryBackoff: true } : again),
        ...(bounded?.waitSeconds ? { startAfter: bounded.waitSeconds } : {}),
      });
      if (id === null) throw new Error(`work was not taken: ${queue}`);
    },
    async sendUnlessWaiting(tx, queue, payload, bounded) {
      if (!(await lockWaitingJob(tx, queue, payload.tenantId))) await jobs.send(tx, queue, payload, bounded);
    },
    work(queue, handler) {
      handlers.set(queue, handler);
    },
    nightly(queue, cron, handler) {
      timed.set(queue, { cron, handler });
    },
    timed: () => [...timed.keys()],
    doNow: runTimed,
    async start() {
      await boss.start();
      for (const [queue, handler] of handlers) {
        await boss.createQueue(queue, queueOptions);
        if (!runs) continue;
        const worker = await boss.work<JobPayload>(
          queue,
          { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, localConcurrency: 2 },
          async ([job]) => {
            if (!job) return;
            const signal = AbortSignal.any([job.signal, stopping.signal]);
            await run(handler, job.data, {
              number: job.retryCount + 1,
              signal,
              setAside: async () => void (await holder.ask((client) => postponeJob(client, queue, job.id))),
              postpone: async () =>
                void (await holder.ask((client) => postponeJob(client, queue, job.id, turnSeconds))),
            });
          },
        );
        workers.set(queue, worker);
      }
      if (!runs) return;
      for (const [queue, { cron }] of timed) {
        await boss.createQueue(queue, timedOptions);
        await boss.schedule(queue, cron, null, { tz: 'Asia/Shanghai' });
        await boss.work(queue, { pollingIntervalSeconds: 30 }, () => runTimed(queue));
      }
      void sweep();
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 3_000 });
      await holder.close().catch(() => {});
    },
  };
  return jobs;
}
