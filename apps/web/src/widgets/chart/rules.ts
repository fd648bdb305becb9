import { numberText } from '@anlan/contract/domain/number-text';
/** Rows of numbers over the same names, as a chart draws and a table says them. */
export interface ChartData {
  kind: 'bar' | 'line';
  /** Whether the series stand on one another and their sum means something. */
  stacked: boolean;
  /** What a number counts, for example 家. */
  unit: string;
  /** What stands along the ground, for example 月份. */
  along: string;
  categories: readonly string[];
  series: readonly ChartSeries[];
}
/** One row of numbers. */
export interface ChartSeries {
  name: string;
  /** Custom property of the page that holds its colour. */
  color: `--${string}`;
  values: readonly (number | null)[];
}

/** What is known at each name together; null where nothing is. */
export function sumsOf({ categories, series }: Pick<ChartData, 'categories' | 'series'>): (number | null)[] {
  return categories.map((_name, at) => {
    const known = series.map(({ values }) => values[at]).filter((value) => typeof value === 'number');
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
}

/** A number of a table; a dash where there is none. */
export const cellText = (value: number | null | undefined): string =>
  typeof value === 'number' ? numberText(value) : '—';
