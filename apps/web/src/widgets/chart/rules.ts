import { numberText } from '@anlan/contract/domain/number-text';
export interface ChartData {
  kind: 'bar' | 'line';
  /** Whether the series are drawn on top of each other, because their sum has a meaning. */
  stacked: boolean;
  unit: string;
  along: string;
  categories: readonly string[];
  series: readonly ChartSeries[];
}
export interface ChartSeries {
  name: string;
  color: `--${string}`;
  values: readonly (number | null)[];
}

export function sumsOf({ categories, series }: Pick<ChartData, 'categories' | 'series'>): (number | null)[] {
  return categories.map((_name, at) => {
    const numbers = series.map(({ values }) => values[at]).filter((value) => typeof value === 'number');
    return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
  });
}

export const cellText = (value: number | null | undefined): string =>
  typeof value === 'number' ? numberText(value) : '—';
