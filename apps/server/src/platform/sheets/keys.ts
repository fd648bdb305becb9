import type { Tx } from '#platform/db/index.ts';

const fetched = 1_000;
const idBytes = 16;

/** A query of ids in an order, as the query builder states it. */
export interface KeysQuery {
  sql: string;
  parameters: readonly unknown[];
  /** Ids that are left out. */
  except: readonly string[];
}

/** Ids in an order, sixteen bytes each: a million of them as texts would fill the memory of an export. */
export interface Keys {
  count: number;
  /** The ids without their dashes, some thousand at a time, once; what was taken is let go. */
  batches(): Generator<string[], undefined>;
}

/** All ids of a query, as of one moment. */
export async function readKeys(tx: Tx, { sql, parameters, except }: KeysQuery): Promise<Keys> {
  const without = new Set(except);
  await tx.client.query(`declare keys no scroll cursor for ${sql}`, [...parameters]);
  const chunks: Buffer[] = [];
  for (;;) {
    const { rows } = await tx.client.query<{ id: string }>(`fetch ${fetched} from keys`);
    if (rows.length === 0) break;
    const kept = rows.filter(({ id }) => !without.has(id));
    chunks.push(Buffer.from(kept.map(({ id }) => id.replaceAll('-', '')).join(''), 'hex'));
  }
  await tx.client.query('close keys');
  return {
    count: chunks.reduce((bytes, chunk) => bytes + chunk.length, 0) / idBytes,
    *batches(): Generator<string[], undefined> {
      for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) {
        const ids = chunk.toString('hex');
        yield Array.from({ length: chunk.length / idBytes }, (_, at) => ids.slice(at * 32, (at + 1) * 32));
      }
    },
  };
}
