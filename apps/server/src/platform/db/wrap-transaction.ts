// A transaction as modules hold it, and how kysely speaks over its connection.
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
import { inOnePiece } from './keyed.ts';
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
      inOnePiece(client);
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
  /** Since when the connection has nothing to do; null while it has. */
  idleSince: number | null;
}
const bound = new WeakMap<pg.PoolClient, Bound>();
function bind(client: pg.PoolClient): Bound {
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
  const one: Bound = { kysely: made, idleSince: null };
  client.on('drain', () => (one.idleSince = performance.now()));
  bound.set(client, one);
  return one;
}

/**
 * A transaction as modules hold it. Once it is over nobody reaches its connection by it: what a branch that nobody waits for
 * any more would still send, would else be done in the next transaction there, which is somebody else's.
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
    /** Ends it; answers, once, for how many milliseconds its connection had nothing to do. */
    end(): number {
      if (isOver) return 0;
      reach();
      isOver = true;
      return idleMs;
    },
  };
}
