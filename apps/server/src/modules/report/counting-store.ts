// Small words that the figures of reports are put together from.
import { sql, type RawBuilder } from 'kysely';
import type { CountedFigure } from '#kit/figures.ts';
import type { Tx } from '#platform/db/index.ts';

/** A row of facts of one enterprise. */
export interface Facts {
  enterprise_id: string;
}
type List = NonNullable<CountedFigure['list']>;

/** Rows of some enterprises of the tenant. */
export const within = (tx: Tx, ids: readonly string[]): RawBuilder<unknown> =>
  sql`tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...ids]}::uuid[])`;
/** A page with a filter. */
export const listOf = (path: string, filter: List['filter']): List => ({ path, filter });
/** A plain count or amount. */
export const counted = (
  key: string,
  label: string,
  unit: string,
  value: number,
  note: string,
  list: CountedFigure['list'],
): CountedFigure => ({ key, label, unit, value, numerator: value, denominator: null, note, list });
/** A share in per cent with one decimal, rounded down: 100 % is all. */
export const share = (
  key: string,
  label: string,
  unit: string,
  numerator: number,
  denominator: number,
  note: string,
  list: CountedFigure['list'],
): CountedFigure => ({
  key,
  label,
  unit,
  value: denominator === 0 ? null : Math.floor((1_000 * numerator) / denominator) / 10,
  numerator,
  denominator,
  note,
  list,
});
