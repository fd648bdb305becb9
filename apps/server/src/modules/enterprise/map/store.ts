import { sql } from 'kysely';
import type { EnterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import { tables, type Tx } from '#platform/db/index.ts';
import { enterprisesWhere, type FoundFilter } from '../filter-store.ts';
import type { EnterpriseTables } from '../tables.ts';

const on = tables<EnterpriseTables>();

export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

// With a short list of latitude rows, the index reads only the matching longitudes in each row.
function inBox(tx: Tx, filter: FoundFilter, { west, south, east, north }: Box, rows: number[] | null) {
  const query = enterprisesWhere(tx, filter)
    .where('point_x', '>=', west)
    .where('point_x', '<=', east)
    .where('point_y', '>=', south)
    .where('point_y', '<=', north);
  return rows === null
    ? query.where('point_row', '>=', Math.floor(south / 10_000)).where('point_row', '<=', Math.floor(north / 10_000))
    : query.where('point_row', '=', sql<number>`any(${rows}::int[])`);
}

/** Number of enterprises in a view; counting stops at `most`. */
export async function countIn(tx: Tx, filter: FoundFilter, box: Box, rows: number[] | null, most: number) {
  const inView = inBox(tx, filter, box, rows)
    .select('enterprise.id')
    .limit(most + 1);
  const { total } = await on(tx)
    .selectFrom(inView.as('found'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export const pointsIn = (tx: Tx, filter: FoundFilter, box: Box, rows: number[] | null, most: number) =>
  inBox(tx, filter, box, rows)
    .select(['enterprise.id', 'name', 'color', 'status', 'point_x', 'point_y'])
    .limit(most)
    .execute();

const colored = (color: EnterpriseColor) => sql<number>`count(*) filter (where color = ${color})::int`;

export const cellsIn = (tx: Tx, filter: FoundFilter, box: Box, rows: number[] | null, edge: number) =>
  inBox(tx, filter, box, rows)
    .select([sql<number>`point_x / ${edge}::int`.as('column'), sql<number>`point_y / ${edge}::int`.as('row')])
    .select([
      sql<number>`count(*)::int`.as('enterprises'),
      sql<number>`avg(point_x)::float8`.as('x'),
      sql<number>`avg(point_y)::float8`.as('y'),
      colored('red').as('red'),
      colored('orange').as('orange'),
      colored('yellow').as('yellow'),
      colored('blue').as('blue'),
      colored('unrated').as('unrated'),
    ])
    .groupBy([sql`1`, sql`2`])
    .execute();
