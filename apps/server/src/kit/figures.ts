// Modules count figures for enterprise reports. Each manifest lists its figures.
import { shareOf } from '@anlan/contract/domain/number-text';
import type { Tx } from '#platform/db/index.ts';

export interface CountedFigure {
  /** Words, unit and list follow from the measure of this key. */
  readonly key: string;
  readonly value: number | null;
  readonly numerator: number;
  readonly denominator: number | null;
  readonly note: string;
}
export const counted = (key: string, value: number, note: string): CountedFigure => ({
  key,
  value,
  numerator: value,
  denominator: null,
  note,
});
/** Figure of a percentage with one decimal. The value is rounded down, so that 100 % means that nothing is missing. */
export const share = (key: string, numerator: number, denominator: number, note: string): CountedFigure => ({
  key,
  value: shareOf(numerator, denominator),
  numerator,
  denominator,
  note,
});

/** Time span with its first and last day, both included. */
export interface FigureSpan {
  readonly from: string;
  readonly to: string;
}
export interface FigureSource {
  /** Kind of figures. Danger statistics use only `dangers`; the monthly report uses both kinds. */
  readonly about: 'dangers' | 'rest';
  /** Figures in order, by enterprise. Enterprises without figures are omitted. */
  readonly count: (
    tx: Tx,
    enterpriseIds: readonly string[],
    span: FigureSpan,
  ) => Promise<ReadonlyMap<string, readonly CountedFigure[]>>;
}
