import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Tx } from './transaction.ts';

const corked = new WeakSet<pg.PoolClient>();
/** What is asked of a connection in one turn of the loop leaves in one piece, not a write to the socket for each. */
export function inOnePiece(client: pg.PoolClient, soon: (send: () => void) => void = process.nextTick): void {
  if (corked.has(client)) return;
  const { stream } = client.connection;
  corked.add(client);
  stream.cork();
  soon(() => {
    corked.delete(client);
    stream.uncork();
  });
}

/** Where a value stands in a fixed statement. */
class Place {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/**
 * `= amongIds(ids)`: one of a list of ids in a fixed statement. Beside a list that the planner sees, a plan for any list
 * looks dear: it would be planned anew each time.
 */
export const amongIds = (ids: unknown): RawBuilder<unknown> => sql`any((select ${ids}::uuid[])::uuid[])`;
/** The same of texts. */
export const amongTexts = (texts: unknown): RawBuilder<unknown> => sql`any((select ${texts}::text[])::text[])`;

/**
 * A fixed statement that finds its rows by a key: written once, and planned once a connection instead of at each call, which
 * is most of what such a statement costs (decision 0070). Not for lists, whose plans depend on whose rows they are.
 */
export function keyed<R extends pg.QueryResultRow, V extends readonly unknown[] = []>(
  name: string,
  written: (...places: Place[]) => RawBuilder<unknown>,
): (tx: Tx, ...values: V) => Promise<R[]> {
  let known: { text: string; parameters: readonly unknown[] } | undefined;
  return async (tx, ...values) => {
    if (known === undefined) {
      const places = Array.from({ length: written.length }, (_, at) => new Place(at));
      const { sql: text, parameters } = written(...places).compile(tx.kysely);
      known = { text, parameters };
    }
    const given = known.parameters.map((one) => (one instanceof Place ? values[one.at] : one));
    inOnePiece(tx.client);
    // Under the other role the policies are others: each has a plan of its own, or both would plan anew in turns.
    const own = tx.scope.regions === 'all' ? `${name}.all` : name;
    return (await tx.client.query<R>({ name: own, text: known.text, values: given })).rows;
  };
}
