import type { EnterpriseSort } from '@anlan/contract/domain/enterprise';
import type { Sort } from '@anlan/contract/domain/paging';
import { copyOut, type CopiedRows } from '#platform/db/bulk.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Found } from '../chosen/service.ts';
import { orderedQuery } from '../store.ts';

const fetched = 1_000;
const idBytes = 16;

/** Ids in an order, sixteen bytes each: a million of them as texts would fill the memory of an export. */
export interface Keys {
  count: number;
  /** The ids without their dashes, so many at a time, once; what was taken is let go. */
  batches(size: number): Generator<string[], undefined>;
}

/**
 * Who oversees them and columns of rows by id as texts, in the order of the ids; removed ones are left out. Joined, each id is one look into the
 * primary key; asked with `= any`, the planner skips through a narrow index once for each of its values, six times as long.
 */
export function rowsOf(tx: Tx, ids: readonly string[], columns: readonly string[]): Promise<CopiedRows> {
  const list = ids.join();
  if (!/^[0-9a-f,-]*$/.test(list)) throw new Error('only ids name rows');
  return copyOut(
    tx,
    `select e.officer_id, ${columns.map((column) => `e.${column}`).join(', ')}
     from unnest('{${list}}'::uuid[]) with ordinality as k (id, place)
       join enterprise e on e.tenant_id = current_setting('anlan.tenant_id', true) and e.id = k.id and e.removed_at is null
     order by k.place`,
  );
}

/** Ids of what was chosen, in the list's order, found by the index of that order as of one moment. */
export async function orderedKeys(tx: Tx, found: Found, sort: Sort<EnterpriseSort>[]): Promise<Keys> {
  const among = 'ids' in found ? { among: found.ids } : found.filter;
  const except = new Set('ids' in found ? [] : found.except);
  const { sql, parameters } = orderedQuery(tx, among, sort).compile();
  await tx.client.query(`declare export_keys no scroll cursor for ${sql}`, [...parameters]);
  const chunks: Buffer[] = [];
  for (;;) {
    const { rows } = await tx.client.query<{ id: string }>(`fetch ${fetched} from export_keys`);
    if (rows.length === 0) break;
    const kept = rows.filter(({ id }) => !except.has(id));
    chunks.push(Buffer.from(kept.map(({ id }) => id.replaceAll('-', '')).join(''), 'hex'));
  }
  await tx.client.query('close export_keys');
  return {
    count: chunks.reduce((bytes, chunk) => bytes + chunk.length, 0) / idBytes,
    *batches(size): Generator<string[], undefined> {
      for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift())
        for (let at = 0; at < chunk.length; at += size * idBytes) {
          const taken = chunk.subarray(at, at + size * idBytes);
          yield Array.from({ length: taken.length / idBytes }, (_, index) =>
            taken.toString('hex', index * idBytes, (index + 1) * idBytes),
          );
        }
    },
  };
}
