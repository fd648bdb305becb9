// SQL fragments shared by the report figures.
import { shareOf } from '@anlan/contract/domain/number-text';
import { sql, type RawBuilder } from 'kysely';
import type { CountedFigure } from '#kit/figures.ts';
import type { Tx } from '#platform/db/index.ts';

export interface Facts {
  enterprise_id: string;
}
type List = NonNullable<CountedFigure['list']>;

export const within = (tx: Tx, ids: readonly string[]): RawBuilder<unknown> =>
  sql`tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...ids]}::uuid[])`;
export const listOf = (path: string, filter: List['filter']): List => ({ path, filter });
export const counted = (
  key: string,
  label: string,
  unit: string,
  value: number,
  note: string,
  list: CountedFigure['list'],
): CountedFigure => ({ key, label, unit, value, numerator: value, denominator: null, note, list });
/** Figure of a percentage with one decimal. The value is rounded down, so that 100 % means that nothing is missing. */
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
  value: shareOf(numerator, denominator),
  numerator,
  denominator,
  note,
  list,
});
