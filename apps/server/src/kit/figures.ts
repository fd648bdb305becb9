// Modules count figures for enterprise reports. Each manifest lists its figures.
import type { Tx } from '#platform/db/index.ts';

export interface CountedFigure {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly value: number | null;
  readonly numerator: number;
  readonly denominator: number | null;
  readonly note: string;
  readonly list: {
    readonly path: string;
    readonly filter: Readonly<Record<string, string | readonly string[]>>;
  } | null;
}

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
