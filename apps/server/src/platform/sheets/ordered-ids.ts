import type { Tx } from '#platform/db/index.ts';

const fetched = 1_000;
const idBytes = 16;

export interface KeysQuery {
  sql: string;
  parameters: readonly unknown[];
  except: readonly string[];
}

/** Ids in the order of the rows, sixteen bytes each. As texts, a million ids would use too much memory. */
export interface Keys {
  count: number;
  /**
   * Yields the ids without dashes, some thousand per batch. It can run only once, because ids are released after
   * reading.
   */
  batches(): Generator<string[], undefined>;
}

export async function readKeys(tx: Tx, { sql, parameters, except }: KeysQuery): Promise<Keys> {
  const without = new Set(except);
  await tx.client.query(`declare keys no scroll cursor for ${sql}`, [...parameters]);
  const chunks: Buffer[] = [];
  for (;;) {
    const { rows } = await tx.client.query<{ id: string }>(`fetch ${fetched} from keys`);
    if (rows.length === 0) break;
    const includedRows = rows.filter(({ id }) => !without.has(id));
    chunks.push(Buffer.from(includedRows.map(({ id }) => id.replaceAll('-', '')).join(''), 'hex'));
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
