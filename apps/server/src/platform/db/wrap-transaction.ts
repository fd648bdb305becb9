// Provides the transaction object for modules, and the kysely dialect that uses its connection.
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
import type pg from 'pg';
import type { Scope } from '#kernel/scope.ts';
import { batchWrites } from './prepared-statement.ts';
import type { Tx } from './transaction.ts';

const dialect = (driver: Driver) => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

function connectionOf(client: pg.PoolClient): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      batchWrites(client);
      const result = await client.query(query.sql, [...query.parameters]);
      return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
    },
    async *streamQuery() {
      throw new Error('use a cursor of the store');
    },
  };
}

interface Bound {
  kysely: Kysely<unknown>;
  /** Time since which the connection is idle; null while it runs a statement. */
  idleSince: number | null;
}
const bound = new WeakMap<pg.PoolClient, Bound>();
function bind(client: pg.PoolClient): Bound {
  const existingBinding = bound.get(client);
  if (existingBinding) return existingBinding;
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
  const one: Bound = { kysely: made, idleSince: null };
  client.on('drain', () => (one.idleSince = performance.now()));
  bound.set(client, one);
  return one;
}

/**
 * Creates the transaction object for modules. After the end of the transaction the object rejects every statement.
 * Otherwise a late statement that nobody awaited would run in the next transaction of the connection.
 */
export function wrapTransaction(client: pg.PoolClient, scope: Scope) {
  const line = bind(client);
  line.idleSince = null;
  let [isOver, idleMs] = [false, 0];
  function reach() {
    if (isOver) throw new Error('the transaction is over');
    if (line.idleSince !== null) idleMs += performance.now() - line.idleSince;
    line.idleSince = null;
    return line;
  }
  const opened = {
    scope,
    get client() {
      reach();
      return client;
    },
    get kysely() {
      return reach().kysely;
    },
  } as Tx;
  return {
    opened,
    /** Ends the transaction object. Returns the milliseconds in which the connection was idle; 0 at further calls. */
    end(): number {
      if (isOver) return 0;
      reach();
      isOver = true;
      return idleMs;
    },
  };
}
