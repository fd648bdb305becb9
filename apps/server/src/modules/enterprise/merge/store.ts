import { sql } from 'kysely';
import type { DuplicateKind } from '@anlan/contract/modules/enterprise/merge';
import type { Tx } from '#platform/db/index.ts';
import { presentRows } from '../store.ts';

export interface FoundGroup {
  kind: DuplicateKind;
  count: number;
  ids: string[];
}

const keys = { name: 'name_key', people: 'person_key', place: 'place_key' } as const;

/** Groups of possible duplicates. Each kind is read in the order of a covering index. */
export async function groupsBy(
  tx: Tx,
  kind: DuplicateKind,
  { limit, rowsShown, among }: { limit: number; rowsShown: number; among?: string | undefined },
): Promise<FoundGroup[]> {
  const key = keys[kind];
  const open = presentRows(tx).where('status', '<>', 'closed').where(key, 'is not', null);
  const mine = among === undefined ? undefined : await open.select(key).where('id', '=', among).executeTakeFirst();
  if (among !== undefined && !mine?.[key]) return [];
  const rows = await (mine?.[key] ? open.where(key, '=', mine[key]) : open)
    .select((eb) => [
      eb.fn.countAll<string>().as('count'),
      sql<string[]>`(array_agg(id order by id))[1:${rowsShown}::int]`.as('ids'),
    ])
    .groupBy(key)
    .having((eb) => eb(eb.fn.countAll(), '>', 1))
    .orderBy(key)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ kind, count: Number(row.count), ids: row.ids }));
}
