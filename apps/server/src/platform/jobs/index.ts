// Long work in queues of the same database. Sending is part of the use case's transaction; work whose process was
// killed is taken up again within seconds, here or on another node. Payloads hold ids only.
import { PgBoss } from 'pg-boss';
import { connect, type Connection } from '../db/connection.ts';
import type { Tx } from '../db/index.ts';
import { hold, letGo, orphans, setAside } from './store.ts';

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
}

/** Does a piece of work; it may have been begun before. Throwing puts it off to the next try. */
export type JobHandler = (payload: JobPayload, attempt: Attempt) => Promise<void>;

/** How often work is tried again, with pauses that double from the first. */
export interface Again {
  times: number;
  firstPauseSeconds: number;
}

/** Queues of long work. */
export interface Jobs {
  /** Puts work into a queue; it runs when the transaction commits. */
  send(tx: Tx, queue: string, payload: JobPayload, again?: Again): Promise<void>;
  /** Says who does the work of a queue; before `start`. */
  work(queue: string, handler: JobHandler): void;
  /** Does something at the hours of a cron line (Shanghai time), on one node whichever; before `start`. */
  nightly(queue: string, cron: string, handler: () => Promise<void>): void;
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
}

/** Another run of the same work has not ended yet; the next try comes in a moment. */
class UnderWay extends Error {}

const sweepMs = 2_000;
// A database that was cut off without a word must not keep the queues waiting for ever.
const silenceMs = 10_000;
const patience = { query_timeout: silenceMs, keepAlive: true, keepAliveInitialDelayMillis: silenceMs };
const graceSeconds = 2;
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
export function createJobs({ url, log = () => {}, runs = true }: JobsOptions): Jobs {
  const handlers = new Map<string, JobHandler>();
  const timed = new Map<string, { cron: string; handler: () => Promise<void> }>();
  const running = new Set<string>();
  // Locks count: one that is taken twice must be let go twice, so none is.
  const held = new Set<string>();
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
    useListenNotify: runs,
    ...patience,
  });
  boss.on('error', (error) => log('queue', error));
  let client: Connection | null = null;
  let opening: Promise<Connection> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();

  async function openHolder(): Promise<Connection> {
    const fresh = await connect(url, 'anlan jobs alive', silenceMs);
    fresh.once('end', () => {
      client = null;
    });
    for (const id of held) await hold(fresh, id);
    client = fresh;
    return fresh;
  }
  /** The one connection whose locks show what this process is at work on: a second would keep locks that nobody lets go. */
  const holder = (): Promise<Connection> =>
    client === null ? (opening ??= openHolder().finally(() => (opening = null))) : Promise.resolve(client);

  async function sweep() {
    const found = await orphans(await holder(), [...handlers.keys()], graceSeconds);
    for (const { id, name } of found) if (!running.has(id)) await boss.fail(name, id, { message: 'its process ended' });
  }

  async function run(handler: JobHandler, payload: JobPayload, attempt: Attempt) {
    const { jobId } = payload;
    if (running.has(jobId)) throw new UnderWay();
    running.add(jobId);
    try {
      if (!(await hold(await holder(), jobId))) throw new UnderWay();
      held.add(jobId);
      await handler(payload, attempt);
    } catch (error) {
      if (!attempt.signal.aborted && !(error instanceof UnderWay)) log('job', error);
      throw error;
    } finally {
      running.delete(jobId);
      if (held.delete(jobId) && client !== null) await letGo(client, jobId).catch(() => {});
    }
  }

  return {
    async send(tx, queue, payload, bounded) {
      const executeSql = (text: string, values?: unknown[]) => tx.client.query(text, values);
      const id = await boss.send(queue, payload, {
        id: payload.jobId,
        db: { executeSql },
        ...(bounded ? { retryLimit: bounded.times, retryDelay: bounded.firstPauseSeconds, retryBackoff: true } : again),
      });
      if (id === null) throw new Error(`work was not taken: ${queue}`);
    },
    work(queue, handler) {
      handlers.set(queue, handler);
    },
    nightly(queue, cron, handler) {
      timed.set(queue, { cron, handler });
    },
    async start() {
      await boss.start();
      for (const [queue, handler] of handlers) {
        await boss.createQueue(queue, queueOptions);
        if (!runs) continue;
        await boss.work<JobPayload>(
          queue,
          { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, localConcurrency: 2 },
          async ([job]) => {
            if (!job) return;
            const signal = AbortSignal.any([job.signal, stopping.signal]);
            await run(handler, job.data, {
              number: job.retryCount + 1,
              signal,
              setAside: async () => void (await setAside(await holder(), queue, job.id)),
            });
          },
        );
      }
      if (!runs) return;
      for (const [queue, { cron, handler }] of timed) {
        await boss.createQueue(queue, timedOptions);
        await boss.schedule(queue, cron, null, { tz: 'Asia/Shanghai' });
        await boss.work(queue, { pollingIntervalSeconds: 30 }, handler);
      }
      await sweep();
      timer = setInterval(() => {
        if (!stopping.signal.aborted) sweep().catch((error: unknown) => log('queue', error));
      }, sweepMs);
      timer.unref();
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await boss.stop({ graceful: true, timeout: 3_000 });
      await client?.end().catch(() => {});
    },
  };
}
