import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { isStorageFull, storageFullText } from '#kernel/storage-full.ts';
import { createFairQueue, type QueueTally } from '../fair-queue/index.ts';
import { begin } from './begin.ts';
import { withConnection } from './connection.ts';
import { wrapTransaction } from './wrap-transaction.ts';
import { markEffect } from './intent.ts';
import { inOnePiece } from './keyed.ts';
import type { Tx } from './transaction.ts';
import { types } from './types.ts';

export type { Tx } from './transaction.ts';

/** How a transaction runs. */
export interface TxOptions {
  /** Longest statement in milliseconds. */
  statementMs?: number;
  /** Somebody waits for the answer, a minute at most: it takes turns with its like and stands behind no work of hours. */
  awaited?: boolean;
  /** Only reads: no writes are possible. */
  readOnly?: boolean;
}

/** The database as modules see it. */
export interface Db {
  /** Where it is, for a thread that opens a connection of its own. */
  readonly url: string;
  /** Runs one use case in one transaction that sees what the scope may see. */
  scoped<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /** Connections: open, idle, and requests that wait for one. */
  connections(): { open: number; idle: number; waiting: number };
  /** Turns at the connections since the start, and for how long connections that were held had nothing to do. */
  fairQueue(): QueueTally & { idleMs: number };
  /** Whether the database answers. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

const statementMsDefault = 10_000;
const cancelled = '57014';
// Waited too long for a row; or, time and again, lost one against others who waited for this one too.
const retried = new Set(['40001', '40P01']);
const crowdedOut = new Set(['55P03', ...retried]);
const tooBusy = new Set(
  [cancelled].concat('53200 53300 53400 57P01 57P02 57P03 57P05 25P03 08000 08001 08003 08006'.split(' ')),
);
const network = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAGAIN']);
const silent = 'Query read timeout';
/** A failure of the database itself becomes 503; what the statement held stays in the log's cause. */
function translated(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (crowdedOut.has(code)) {
    // The database is well: too many want one row at once.
    const crowded = new AppError('tooMany', '同时操作的人较多，请稍后再试', { seconds: 1 });
    crowded.cause = error;
    return crowded;
  }
  // The driver's own words for a connection that went, or that was never made.
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

// A row that would lie where the person does not oversee it; whoever writes says so before, at the field.
const refused = '42501';
function overseen(error: unknown, { regions }: Scope): unknown {
  const isPolicy = error instanceof Error && codeOf(error) === refused && /row-level security/.test(error.message);
  if (!isPolicy || regions === 'all' || regions.length === 0) return error;
  const denied = new AppError('denied', '超出您的数据范围，不能保存');
  denied.cause = error;
  return denied;
}

const aborted = '25P02';
/** Why a transaction is aborted, by what was sent before and nobody has read; else what a statement of it says. */
const failureOf = (sent: readonly (Promise<unknown> | undefined)[], told: unknown): Promise<unknown> =>
  Promise.all(sent).then(
    () => told,
    (cause: unknown) => cause,
  );

const afterwards = new WeakMap<Tx, (() => unknown)[]>();
/** Runs something once the transaction stands; not at all when it fails. What it throws reaches nobody. */
export function afterCommit(tx: Tx, work: () => unknown): void {
  afterwards.get(tx)?.push(work);
}

const beforehand = new WeakMap<Tx, (() => Promise<unknown>)[]>();
/** Does something at the end of a transaction, before it commits: what several steps change is written once. */
export function beforeCommit(tx: Tx, work: () => Promise<unknown>): void {
  beforehand.set(tx, [...(beforehand.get(tx) ?? []), work]);
}

const lastly = new WeakMap<Tx, Promise<unknown>[]>();
/** Leaves a statement that was sent and that nobody reads from to go out with the commit; where it fails, so does the transaction. */
export function withCommit(tx: Tx, statement: Promise<unknown>): void {
  statement.catch(() => {});
  lastly.set(tx, [...(lastly.get(tx) ?? []), statement]);
}

// A server that was stopped or cut off says nothing at all, not even that a statement took too long.
const silenceMs = statementMsDefault + 3_000;
// The same for a long statement that somebody waits for.
const awaitedSilenceMs = 60_000 + 3_000;
const pingMs = 3_000;
// How long one waits for a connection.
const connectMs = 5_000;
/** More requests than this in line for a connection, and the next ones are told at once to come back later. */
const longestLine = 200;

const nobody = '0';
/**
 * Connections of one tenant that have just begun. By itself, one more than embedded PostgreSQL has processors: with twenty
 * it gets no more done. Beside another tenant one fewer than those, or its answers would take all of them (S68).
 */
const tenantShare = { alone: availableParallelism() + 1, among: Math.max(1, availableParallelism() - 1) };

/** Long statements at once that somebody waits for. */
const awaitedMost = 6;

/** How the pool is opened. */
export interface DbOptions {
  /** Connections at most, beside a few for long statements. */
  max?: number;
  /** Told of connections that are lost while nobody uses them, and of what fails after a commit. */
  onError?: (error: unknown) => void;
  /** How long a statement may stay without any answer, in milliseconds. */
  silenceMs?: number;
}

/** Opens the pool as the role that owns nothing. */
export function openDb(url: string, options: DbOptions = {}): Db {
  const open = (max: number, patienceMs?: number) => {
    const made = new pg.Pool({
      connectionString: url,
      types,
      max,
      // The next is sent before the last is answered.
      pipeline: true,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(patienceMs === undefined ? {} : { query_timeout: patienceMs }),
    });
    made.on('error', (error) => options.onError?.(error));
    // One in use that is lost between two statements has nobody else who listens, and would end the process.
    made.on('connect', (client) => client.on('error', () => {}));
    return made;
  };
  const pool = open(options.max ?? 20, options.silenceMs ?? silenceMs);
  // Statements of an hour keep no request waiting, and may be silent for as long.
  const patient = open(4);
  // Counts and maps keep neither waiting, and do not wait for either.
  const awaited = open(awaitedMost, awaitedSilenceMs);
  // Who holds a connection and asks for another never waits behind those who do the same: fifty at once would all wait.
  const inner = open(4, options.silenceMs ?? silenceMs);
  // Tenants take turns at the connections: one that asks without end keeps the others waiting for one answer, not for all.
  const fairQueueOf = (atOnce: number) =>
    createFairQueue({
      atOnce,
      longest: longestLine,
      patienceMs: connectMs,
      share: {
        // Strangers are of no tenant yet, and none of them may keep the others out.
        free: nobody,
        young: tenantShare,
        lonelyMs: 1_000,
        youngMs: 250,
        // Where the database is slow, what one tenant gets done is as much as it may hold.
        most: Math.ceil(atOnce * 0.75),
      },
      breathes: false,
    });
  let idleMs = 0;
  const fairQueue = fairQueueOf(options.max ?? 20);
  const longQueue = fairQueueOf(awaitedMost);
  const inside = new AsyncLocalStorage<true>();
  // Asked once: a server keeps its role for as long as it lives.
  let asked: Promise<string | null> | undefined;
  const wideRoleFor = (client: pg.PoolClient) =>
    (asked ??= client
      .query<{ name: string }>(
        `select rolname as name from pg_roles where rolname = left(current_user, 59) || '_all'
           and pg_has_role(current_user, oid, 'member')`,
      )
      .then(({ rows }) => rows[0]?.name ?? null)).catch((error: unknown) => {
      asked = undefined;
      throw error;
    });

  async function once<T>(scope: Scope, work: (tx: Tx) => Promise<T>, tx: TxOptions): Promise<T> {
    const { result, next } = await inTurn(scope, (from) => onConnection(from, scope, work, tx), tx);
    // After the turn, too: what follows a commit asks for turns of its own.
    for (const step of next)
      await Promise.resolve()
        .then(step)
        .catch((error: unknown) => options.onError?.(error));
    return result;
  }

  async function inTurn<T>(scope: Scope, work: (from: pg.Pool) => Promise<T>, tx: TxOptions): Promise<T> {
    const isInside = inside.getStore() === true;
    const isLong = (tx.statementMs ?? 0) > statementMsDefault;
    // Else the jobs of every other tenant, some each second, would leave a busy one a single connection.
    const aside = scope.userId === null && scope.reason !== null;
    if (!isInside && tx.awaited) return longQueue.take(scope.tenantId, () => work(awaited), aside);
    if (!isInside && !isLong) return fairQueue.take(scope.tenantId, () => work(pool), aside);
    const from = isLong ? patient : inner;
    if (from.waitingCount >= longestLine) throw new AppError('unavailable');
    return work(from);
  }

  /** Does it in a transaction; answers what is to follow its commit, too. */
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
    afterwards.set(opened, next);
    let begun: Promise<unknown> | undefined;
    let result: T;
    try {
      const wideRole = await wideRoleFor(client);
      inOnePiece(client);
      // Goes out with the first statement: before a scope is set there are no rows, and after a failure no statement runs.
      begun = begin(client, scope, { statementMs, readOnly, wideRole });
      begun.catch(() => {});
      result = await inside.run(true, async () => {
        const answer = await work(opened);
        for (const step of beforehand.get(opened) ?? []) await step();
        return answer;
      });
      await begun;
      const last = lastly.get(opened) ?? [];
      // Nobody waits for the end of what has only read: it leaves with what is asked of the connection next.
      inOnePiece(client, readOnly ? setImmediate : process.nextTick);
      const marked = !readOnly && (await markEffect(client, scope));
      idleMs += end();
      if (readOnly) client.query('commit').catch(() => {});
      else {
        // What fails here makes the commit a rollback, and is told.
        const [{ command }] = await Promise.all([client.query('commit'), ...last]);
        // So does what failed before and was told to nobody: nothing of this was written.
        if (command !== 'COMMIT') throw new Error('the commit was a rollback: a statement failed and nobody said so');
        if (marked && scope.intent) scope.intent.open = false;
      }
    } catch (thrown) {
      idleMs += end();
      const error =
        codeOf(thrown) === aborted ? await failureOf([begun, ...(lastly.get(opened) ?? [])], thrown) : thrown;
      // What still waits for an answer would keep the rollback waiting too.
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

  return {
    url,
    async scoped(scope, work, tx = {}) {
      for (let attempt = 1; ; attempt++)
        try {
          return await once(scope, work, tx);
        } catch (error) {
          if (attempt > 3 || !retried.has(codeOf(error))) throw translated(overseen(error, scope));
          // Whoever it gave way to comes first, else both meet again.
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
      // On a connection of its own: whether the pool is busy is another question.
      try {
        await withConnection(url, (client) => client.query('select 1'), pingMs);
        return true;
      } catch {
        return false;
      }
    },
    async close() {
      await Promise.all([pool.end(), patient.end(), awaited.end(), inner.end()]);
    },
  };
}

/** The typed tables of a module inside a scoped transaction. */
export const tables =
  <T>() =>
  (tx: Tx): Kysely<T> =>
    // A transaction knows no module; each store names its own tables, which its migration made.
    tx.kysely as unknown as Kysely<T>;

/** The name of the constraint that a write broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null;
  return typeof error.constraint === 'string' ? error.constraint : null;
}

/**
 * The tenant of the scope, said as the policies say it: beside a value of its own the planner would set one more step
 * over every row, which makes a count a third slower.
 */
export const scopedTenant = sql<string>`current_setting('anlan.tenant_id', true)`;

/** Text as LIKE takes it literally. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, (char) => `\\${char}`);

/** The words of a search, each of which a name must hold. */
export const wordsOf = (keyword: string): string[] => keyword.split(/\s+/u).filter((word) => word !== '');
