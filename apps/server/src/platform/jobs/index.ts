// Long work in queues of the same database. Sending is part of the use case's transaction; work whose process was
// killed is taken up again within seconds, here or on another node. Payloads hold ids only.
import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/index.ts';
import { createHolder } from './holder.ts';
import { atOnce, holdWaiting, orphans, setAside } from './store.ts';

/** What a queue carries: who asked, and which row says the rest. */
export type JobPayload = { tenantId: string; userId: string; jobId: string };

/** One try at a piece of work. */
export interface Attempt {
  /** 1 for the first. */
  number: number;
  /** Told when the server stops: break off, the work is taken up again. */
  signal: AbortSignal;
  /** Keeps the work, uncounted, until what goes out is released after a restore; return afterwards. */
  setAside(): Promise<void>;
  /** Keeps the work, uncounted, for a moment: its turn has not come; return afterwards. */
  putOff(): Promise<void>;
}

/** Does a piece of work; it may have been begun before. Throwing puts it off to the next try. */
export type JobHandler = (payload: JobPayload, attempt: Attempt) => Promise<void>;

/** How often work is tried again, with pauses that double from the first. */
export interface Again {
  times: number;
  firstPauseSeconds: number;
  /** How long it waits for more of its like to join it, at first. */
  waitSeconds?: number;
}

/** Queues of long work. */
export interface Jobs {
  /** Puts work into a queue; it runs when the transaction commits. */
  send(tx: Tx, queue: string, payload: JobPayload, again?: Again): Promise<void>;
  /** The same for work that does all there is to do in a tenant: what waits already is enough, and begins after this. */
  sendUnlessWaiting(tx: Tx, queue: string, payload: JobPayload, again?: Again): Promise<void>;
  /** Says who does the work of a queue; before `start`. */
  work(queue: string, handler: JobHandler): void;
  /** Does something at the hours of a cron line (Shanghai time), on one node whichever; before `start`. */
  nightly(queue: string, cron: string, handler: () => Promise<void>): void;
  /** Queues of what is done by the clock. */
  timed(): string[];
  /** Does at once, in this process, what a queue does by the clock. */
  doNow(queue: string): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** How queues are opened. */
export interface JobsOptions {
  /** Address of the database as the role that owns nothing. */
  url: string;
  /** Told what went wrong beside the work itself. */
  log?: (message: string, error: unknown) => void;
  /** Whether this node does work, or only sends it. */
  runs?: boolean;
  /** Whether it listens for new work beside looking for it; a pooler by transaction forwards no notices. */
  listens?: boolean;
}

/** Another run of the same work has not ended yet; the next try comes in a moment. */
class UnderWay extends Error {}

const sweepMs = 2_000;
// A database that was cut off without a word must not keep the queues waiting for ever.
const silenceMs = 10_000;
const patience = { query_timeout: silenceMs, keepAlive: true, keepAliveInitialDelayMillis: silenceMs };
const graceSeconds = 2;
// How long work that was put off waits before it asks again.
const turnSeconds = 3;
// When work is hopeless is for its handler to say: a queue that gave up by itself would leave it unfinished for ever.
const again = { retryLimit: 100_000, retryDelay: 1 };
const queueOptions = {
  ...again,
  // Whether work is alive is told by its lock; this only bounds what hangs.
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

/** Opens the queues of a database. */
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
    const found = await holder.ask((client) => orphans(client, [...handlers.keys()], graceSeconds));
    const left = found.filter(({ id }) => !running.has(id));
    if (left.length === 0) return;
    for (const { id, name } of left) await boss.fail(name, id, { message: 'its process ended' });
    const ids = left.map(({ id }) => id);
    await holder.ask((client) => atOnce(client, ids));
    for (const { name } of left) boss.notifyWorker(workers.get(name) ?? '');
  }
  /** One after the other: a database that says nothing would have a line of them waiting. */
  async function sweep() {
    while (!stopping.signal.aborted) {
      await takeUpOrphans().catch((error: unknown) => log('queue', error));
      await pause(sweepMs, null, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  async function run(handler: JobHandler, payload: JobPayload, attempt: Attempt) {
    const { jobId } = payload;
    if (running.has(jobId)) throw new UnderWay();
    running.add(jobId);
    try {
      if (!(await holder.hold(jobId))) throw new UnderWay();
      await handler(payload, attempt);
    } catch (error) {
      if (!attempt.signal.aborted && !(error instanceof UnderWay)) log('job', error);
      throw error;
    } finally {
      await holder.letGo(jobId).catch(() => {});
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
      if (!(await holdWaiting(tx, queue, payload.tenantId))) await jobs.send(tx, queue, payload, bounded);
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
              setAside: async () => void (await holder.ask((client) => setAside(client, queue, job.id))),
              putOff: async () => void (await holder.ask((client) => setAside(client, queue, job.id, turnSeconds))),
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
