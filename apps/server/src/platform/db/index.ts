import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { types } from './types.ts';

declare const scopedTransaction: unique symbol;

/** An open transaction with a scope set: the only way to a store. */
export interface Tx {
  readonly [scopedTransaction]: true;
  readonly kysely: Kysely<unknown>;
  readonly client: pg.PoolClient;
  readonly scope: Scope;
}

/** How a transaction runs. */
export interface TxOptions {
  /** Longest statement in milliseconds. */
  statementMs?: number;
  /** Only reads: no writes are possible. */
  readOnly?: boolean;
}

/** The database as rooms see it. */
export interface Db {
  /** Runs one use case in one transaction that sees what the scope may see. */
  scoped<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /** Connections: open, idle, and requests that wait for one. */
  connections(): { open: number; idle: number; waiting: number };
  /** Whether the database answers. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

const dialect = (driver: Driver) => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

function connectionOf(client: pg.PoolClient): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await client.query(query.sql, [...query.parameters]);
      return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
    },
    async *streamQuery() {
      throw new Error('use a cursor of the store');
    },
  };
}

const bound = new WeakMap<pg.PoolClient, Kysely<unknown>>();
function bind(client: pg.PoolClient): Kysely<unknown> {
  const known = bound.get(client);
  if (known) return known;
  const connection = connectionOf(client);
  const nothing = async () => {};
  const made = new Kysely<unknown>({
    dialect: dialect({
      init: nothing,
      acquireConnection: async () => connection,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      releaseConnection: nothing,
      destroy: nothing,
    }),
  });
  bound.set(client, made);
  return made;
}

const plain = /^[0-9a-zA-Z-]{0,64}$/;
function setting(name: string, value: string | null): string {
  const text = value ?? '';
  if (!plain.test(text)) throw new Error(`a scope value has characters of its own: ${name}`);
  return `set_config('anlan.${name}', ${pg.escapeLiteral(text)}, true)`;
}

function opening(scope: Scope, { statementMs = 10_000, readOnly = false }: TxOptions): string {
  return `begin${readOnly ? ' read only' : ''}; select ${[
    setting('tenant_id', scope.tenantId),
    setting('enterprise_from', scope.enterpriseFrom),
    setting('enterprise_to', scope.enterpriseTo),
    setting('wall', scope.wall ? 'on' : 'off'),
    `set_config('statement_timeout', '${Math.trunc(statementMs)}', true)`,
  ].join(', ')}`;
}

const cancelled = '57014';
const lockUnavailable = '55P03';
const tooBusy = new Set([cancelled, lockUnavailable, '53300', '57P01', '57P03', '08006', '08001', '08003']);
const network = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** A failure of the database itself becomes 503; what the statement held stays in the log's cause. */
function translated(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const lost = /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
  if (!tooBusy.has(code) && !network.has(code) && !lost) return error;
  const busy = new AppError('unavailable');
  busy.cause = error;
  return busy;
}

const retried = new Set(['40001', '40P01']);
const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Opens the pool as the role that owns nothing. */
export function openDb(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: options.max ?? 20,
    connectionTimeoutMillis: 5_000,
    options: '-c timezone=UTC -c lock_timeout=3000 -c idle_in_transaction_session_timeout=30000',
  });
  pool.on('error', (error) => options.onError?.(error));

  async function once<T>(scope: Scope, work: (tx: Tx) => Promise<T>, tx: TxOptions): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(opening(scope, tx));
      const result = await work({ kysely: bind(client), client, scope } as Tx);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    async scoped(scope, work, tx = {}) {
      for (let attempt = 1; ; attempt++)
        try {
          return await once(scope, work, tx);
        } catch (error) {
          if (attempt <= 3 && retried.has(codeOf(error))) continue;
          throw translated(error);
        }
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async ping() {
      try {
        await pool.query('select 1');
        return true;
      } catch {
        return false;
      }
    },
    close: () => pool.end(),
  };
}

/** The typed tables of a room inside a scoped transaction. */
export const tables =
  <T>() =>
  (tx: Tx): Kysely<T> =>
    // A transaction knows no room; each store names its own tables, which its migration made.
    tx.kysely as unknown as Kysely<T>;

/** The name of the constraint that a write broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null;
  return typeof error.constraint === 'string' ? error.constraint : null;
}

/** Text as LIKE takes it literally. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, (char) => `\\${char}`);
