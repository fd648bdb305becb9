// What modules count for the reports of enterprises: each gives its figures in its manifest.
import type { Tx } from '#platform/db/index.ts';

/** A figure as a module counts it. */
export interface CountedFigure {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly value: number | null;
  readonly numerator: number;
  readonly denominator: number | null;
  readonly note: string;
  /** Page that lists what was counted, with its filter; the enterprise is added. */
  readonly list: {
    readonly path: string;
    readonly filter: Readonly<Record<string, string | readonly string[]>>;
  } | null;
}

/** First and last day of what is counted. */
export interface FigureSpan {
  readonly from: string;
  readonly to: string;
}
/** Counts something of many enterprises at once, in one statement or a few. */
export interface FigureSource {
  /** Statistics of dangers take those of dangers alone; the report of a month takes all. */
  readonly about: 'dangers' | 'rest';
  /** Figures in their order, by enterprise; who has none of it is left out. */
  readonly count: (
    tx: Tx,
    enterpriseIds: readonly string[],
    span: FigureSpan,
  ) => Promise<ReadonlyMap<string, readonly CountedFigure[]>>;
}
