import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { clockSettings } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { isStorageFull, storageFullText } from '#kernel/storage-full.ts';
import { createFairQueue, type QueueTally } from '../fair-queue/index.ts';
import { begin } from './begin-transaction.ts';
import { withConnection } from './connection.ts';
import { wrapTransaction } from './wrap-transaction.ts';
import { markEffect } from './idempotent-write.ts';
import { batchWrites, skipPreparing } from './prepared-statement.ts';
import type { SpeedMechanism } from './optimisation-switches.ts';
import type { Tx } from './transaction.ts';
import { types } from './type-parsers.ts';

export { firstOf, hasRows, idsOf, rowsOf } from './rows.ts';
export { tables, tenantTables } from './tables.ts';
export type { Tx } from './transaction.ts';

export interface TxOptions {
  statementMs?: number;
  /**
   * True when a user waits for the result, at most a minute. Such transactions have their own queue, so that they do
   * not wait for jobs of hours.
   */
  awaited?: boolean;
  readOnly?: boolean;
}

export interface Db {
  readonly url: string;
  readonly speedOff: ReadonlySet<SpeedMechanism>;
  scoped<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /** Like `scoped`, in a transaction that cannot write. */
  read<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  connections(): { open: number; idle: number; waiting: number };
  fairQueue(): QueueTally & { idleMs: number };
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

const statementMsDefault = 10_000;
const cancelled = '57014';
// Error codes of contention: lock timeout (55P03), and serialization failure or deadlock after all retries.
const retriedCodes = new Set(['40001', '40P01']);
const contentionCodes = new Set(['55P03', ...retriedCodes]);
const tooBusy = new Set(
  [cancelled].concat('53200 53300 53400 57P01 57P02 57P03 57P05 25P03 08000 08001 08003 08006'.split(' ')),
);
const network = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAGAIN']);
const silent = 'Query read timeout';
/** Converts a database failure to a 503. The failed statement appears only in `cause`, for the log. */
function toAppError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (contentionCodes.has(code)) {
    // The database works: too many requests want the same row.
    const contentionError = new AppError('tooMany', '同时操作的人较多，请稍后再试', { seconds: 1 });
    contentionError.cause = error;
    return contentionError;
  }
  // Messages of the driver for a lost or failed connection.
  const lost =
    error.message === silent ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable|connection error/.test(error.message);
  const full = isStorageFull(error);
  if (!tooBusy.has(code) && !network.has(code) && !lost && !full) return error;
  const busy = new AppError('unavailable', full ? storageFullText : undefined);
  busy.cause = error;
  return busy;
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

// The person does not oversee the row's region; the writer checks this earlier at the field.
const refused = '42501';
function toRegionError(error: unknown, { regions }: Scope): unknown {
  const isPolicy = error instanceof Error && codeOf(error) === refused && /row-level security/.test(error.message);
  if (!isPolicy || regions === 'all' || regions.length === 0) return error;
  const denied = new AppError('denied', '超出您的数据范围，不能保存');
  denied.cause = error;
  return denied;
}

const aborted = '25P02';
/** Cause of an aborted transaction: the first failed statement that nobody awaited, else the reported error. */
const failureOf = (sent: readonly (Promise<unknown> | undefined)[], reportedError: unknown): Promise<unknown> =>
  Promise.all(sent).then(
    () => reportedError,
    (cause: unknown) => cause,
  );

const afterCommitSteps = new WeakMap<Tx, (() => unknown)[]>();
/** Runs `work` after a successful commit. Errors of `work` are only logged. */
export function afterCommit(tx: Tx, work: () => unknown): void {
  afterCommitSteps.get(tx)?.push(work);
}

const beforeCommitSteps = new WeakMap<Tx, (() => Promise<unknown>)[]>();
/** Runs `work` before the commit. Several steps can thus collect their changes and write them once. */
export function beforeCommit(tx: Tx, work: () => Promise<unknown>): void {
  beforeCommitSteps.set(tx, [...(beforeCommitSteps.get(tx) ?? []), work]);
}

const lastly = new WeakMap<Tx, Promise<unknown>[]>();
/** Sends `statement` together with the commit, when nobody reads its result. If it fails, the transaction fails. */
export function withCommit(tx: Tx, statement: Promise<unknown>): void {
  statement.catch(() => {});
  lastly.set(tx, [...(lastly.get(tx) ?? []), statement]);
}

// Longest wait for any response. Only a stopped or disconnected server exceeds it; a slow one sends a statement timeout
// before.
const silenceMs = statementMsDefault + 3_000;
// The same limit for long statements whose result a user waits for.
const awaitedSilenceMs = 60_000 + 3_000;
const pingMs = 3_000;
// Longest wait for a connection.
const connectMs = 5_000;
/** Longest queue. When it is full, requests are refused with a message to retry later. */
const longestQueue = 200;

const nobody = '0';
/**
 * Number of recently started statements that one tenant may run at once. `alone`: no other tenant used the queue
 * recently; one more than the number of processors, because more statements add no throughput. `among`: another tenant
 * used the queue recently; one fewer than the number of processors, so that one remains free (S68).
 */
const tenantShare = { alone: availableParallelism() + 1, among: Math.max(1, availableParallelism() - 1) };

/** How many long statements with a waiting user run at once. */
const awaitedLimit = 6;

export interface DbOptions {
  max?: number;
  onError?: (error: unknown) => void;
  silenceMs?: number;
  speedOff?: ReadonlySet<SpeedMechanism>;
}

export function openDb(url: string, options: DbOptions = {}): Db {
  const speedOff = options.speedOff ?? new Set<SpeedMechanism>();
  const open = (max: number, patienceMs?: number) => {
    const made = new pg.Pool({
      connectionString: url,
      ...clockSettings(),
      types,
      max,
      // Sends the next statements before the responses of earlier ones arrive.
      pipeline: !speedOff.has('pipelining'),
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(patienceMs === undefined ? {} : { query_timeout: patienceMs }),
    });
    made.on('error', (error) => options.onError?.(error));
    // A connection may be lost between two statements of a transaction. Nothing else listens then, and an unhandled
    // error event would end the process.
    made.on('connect', (client) => {
      client.on('error', () => {});
      if (speedOff.has('preparedStatements')) skipPreparing(client);
    });
    return made;
  };
  const pool = open(options.max ?? 20, options.silenceMs ?? silenceMs);
  // Pool for long jobs. They block no request and may run an hour without a response.
  const longJobPool = open(4);
  // Pool for counts and maps. They do not block other requests and do not wait for them.
  const awaited = open(awaitedLimit, awaitedSilenceMs);
  // Pool for a second connection inside a transaction. From the main pool, fifty transactions could wait for each other
  // forever.
  const inner = open(4, options.silenceMs ?? silenceMs);
  // Tenants take turns, so a busy tenant delays others by one statement only.
  const fairQueueOf = (atOnce: number) =>
    createFairQueue({
      atOnce,
      longest: longestQueue,
      patienceMs: connectMs,
      share: {
        // Callers without a session belong to no tenant. They have no tenant share and do not count as an active
        // tenant.
        free: nobody,
        young: tenantShare,
        neighbourMs: 1_000,
        youngMs: 250,
        // Limits the share of one tenant while the database is slow.
        most: Math.ceil(atOnce * 0.75),
      },
      breathes: false,
    });
  let idleMs = 0;
  const fairQueue = fairQueueOf(options.max ?? 20);
  const longQueue = fairQueueOf(awaitedLimit);
  const inside = new AsyncLocalStorage<true>();
  // Queried once per process, because the role of a server never changes.
  let roleQuery: Promise<string | null> | undefined;
  const wideRoleFor = (client: pg.PoolClient) =>
    (roleQuery ??= client
      .query<{ name: string }>(
        `select rolname as name from pg_roles where rolname = left(current_user, 59) || '_all'
           and pg_has_role(current_user, oid, 'member')`,
      )
      .then(({ rows }) => rows[0]?.name ?? null)).catch((error: unknown) => {
      roleQuery = undefined;
      throw error;
    });

  async function once<T>(scope: Scope, work: (tx: Tx) => Promise<T>, tx: TxOptions): Promise<T> {
    const { result, next } = await inTurn(scope, (from) => onConnection(from, scope, work, tx), tx);
    // Runs after the slot is released, because work after a commit may need slots of its own.
    for (const step of next)
      await Promise.resolve()
        .then(step)
        .catch((error: unknown) => options.onError?.(error));
    return result;
  }

  async function inTurn<T>(scope: Scope, work: (from: pg.Pool) => Promise<T>, tx: TxOptions): Promise<T> {
    const isInside = inside.getStore() === true;
    const isLong = (tx.statementMs ?? 0) > statementMsDefault;
    // Jobs do not count for fairness. Otherwise jobs of other tenants would limit a busy tenant to one connection.
    const isJob = scope.userId === null && scope.reason !== null;
    if (!isInside && tx.awaited) return longQueue.take(scope.tenantId, () => work(awaited), isJob);
    if (!isInside && !isLong) return fairQueue.take(scope.tenantId, () => work(pool), isJob);
    const from = isLong ? longJobPool : inner;
    if (from.waitingCount >= longestQueue) throw new AppError('unavailable');
    return work(from);
  }

  async function onConnection<T>(
    from: pg.Pool,
    scope: Scope,
    work: (tx: Tx) => Promise<T>,
    tx: TxOptions,
  ): Promise<{ result: T; next: readonly (() => unknown)[] }> {
    const { statementMs = statementMsDefault, readOnly = false } = tx;
    const client = await from.connect();
    let broken: Error | undefined;
    const { opened, end } = wrapTransaction(client, scope);
    const next: (() => unknown)[] = [];
    afterCommitSteps.set(opened, next);
    let begun: Promise<unknown> | undefined;
    let result: T;
    try {
      const wideRole = await wideRoleFor(client);
      batchWrites(client);
      // The begin is sent together with the first statement. If it fails, later statements fail too; without a scope no
      // rows are visible.
      begun = begin(client, scope, { statementMs, readOnly, wideRole });
      begun.catch(() => {});
      result = await inside.run(true, async () => {
        const answer = await work(opened);
        for (const step of beforeCommitSteps.get(opened) ?? []) await step();
        return answer;
      });
      await begun;
      const last = lastly.get(opened) ?? [];
      // The commit of a read-only transaction is sent with the next statement, because nobody waits for the commit.
      batchWrites(client, readOnly ? setImmediate : process.nextTick);
      const marked = !readOnly && (await markEffect(client, scope));
      idleMs += end();
      if (readOnly) client.query('commit').catch(() => {});
      else {
        // If a statement fails here, PostgreSQL answers the commit with ROLLBACK.
        const [{ command }] = await Promise.all([client.query('commit'), ...last]);
        // An earlier failure that nobody reported also turns the commit into a rollback.
        if (command !== 'COMMIT') throw new Error('the commit was a rollback: a statement failed and nobody said so');
        if (marked && scope.intent) scope.intent.open = false;
      }
    } catch (thrown) {
      idleMs += end();
      const error =
        codeOf(thrown) === aborted ? await failureOf([begun, ...(lastly.get(opened) ?? [])], thrown) : thrown;
      // A connection without responses would not answer a rollback either.
      if (error instanceof Error && error.message === silent) broken = error;
      else
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
      throw error;
    } finally {
      client.release(broken);
    }
    return { result, next };
  }

  const db: Db = {
    url,
    speedOff,
    read: (scope, work) => db.scoped(scope, work, { readOnly: true }),
    async scoped(scope, work, tx = {}) {
      for (let attempt = 1; ; attempt++)
        try {
          return await once(scope, work, tx);
        } catch (error) {
          if (attempt > 3 || !retriedCodes.has(codeOf(error))) throw toAppError(toRegionError(error, scope));
          // Waits a random time, so that the other transaction finishes first and both do not collide again.
          await pause(attempt * (10 + 20 * Math.random()));
        }
    },
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: fairQueue.waiting() + longQueue.waiting(),
    }),
    fairQueue() {
      const [short, long] = [fairQueue.tally(), longQueue.tally()];
      return {
        taken: short.taken + long.taken,
        refused: short.refused + long.refused,
        waitedMs: short.waitedMs + long.waitedMs,
        heldMs: short.heldMs + long.heldMs,
        idleMs,
      };
    },
    async ping() {
      // Uses a separate connection, so that a busy pool is not reported as a database failure.
      try {
        await withConnection(url, (client) => client.query('select 1'), pingMs);
        return true;
      } catch {
        return false;
      }
    },
    async close() {
      await Promise.all([pool.end(), longJobPool.end(), awaited.end(), inner.end()]);
    },
  };
  return db;
}

export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null;
  return typeof error.constraint === 'string' ? error.constraint : null;
}

/**
 * Tenant id of the scope, with the same expression as in the policies. With another expression the planner filters
 * twice, and a count takes a third longer.
 */
export const scopedTenant = sql<string>`current_setting('anlan.tenant_id', true)`;

export const literal = (text: string): string => text.replace(/[\\%_]/g, (char) => `\\${char}`);

export const searchWordsOf = (keyword: string): string[] => keyword.split(/\s+/u).filter((word) => word !== '');
