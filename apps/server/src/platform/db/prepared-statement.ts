import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Tx } from './transaction.ts';

const corked = new WeakSet<pg.PoolClient>();
/** Collects the statements issued in one turn of the event loop and sends them with one write to the socket. */
export function batchWrites(client: pg.PoolClient, soon: (send: () => void) => void = process.nextTick): void {
  if (corked.has(client)) return;
  const { stream } = client.connection;
  corked.add(client);
  stream.cork();
  soon(() => {
    corked.delete(client);
    stream.uncork();
  });
}

const unprepared = new WeakSet<pg.ClientBase>();
/** Switches prepared statements off for a connection (SPEED_OFF). */
export const skipPreparing = (client: pg.ClientBase): void => void unprepared.add(client);

class Place {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/**
 * SQL for "one of these ids" in a prepared statement. With a plain array parameter the planner would create a plan for
 * each call.
 */
export const anyOfIds = (ids: unknown): RawBuilder<unknown> => sql`any((select ${ids}::uuid[])::uuid[])`;
export const anyOfTexts = (texts: unknown): RawBuilder<unknown> => sql`any((select ${texts}::text[])::text[])`;

/**
 * Creates a prepared statement that finds rows by a key; it is planned once per connection (decision 0070). Do not use
 * it for lists, because the best plan of a list depends on the owner of the rows.
 */
export function preparedStatement<R extends pg.QueryResultRow, V extends readonly unknown[] = []>(
  name: string,
  written: (...places: Place[]) => RawBuilder<unknown>,
): (tx: Tx, ...values: V) => Promise<R[]> {
  let preparedText: { text: string; parameters: readonly unknown[] } | undefined;
  return async (tx, ...values) => {
    if (preparedText === undefined) {
      const places = Array.from({ length: written.length }, (_, at) => new Place(at));
      const { sql: text, parameters } = written(...places).compile(tx.kysely);
      preparedText = { text, parameters };
    }
    const parameterValues = preparedText.parameters.map((one) => (one instanceof Place ? values[one.at] : one));
    batchWrites(tx.client);
    // The role that sees all regions has other policies, so the statement has a separate name and plan for this role.
    const own = tx.scope.regions === 'all' ? `${name}.all` : name;
    const named = unprepared.has(tx.client) ? {} : { name: own };
    return (await tx.client.query<R>({ ...named, text: preparedText.text, values: parameterValues })).rows;
  };
}
