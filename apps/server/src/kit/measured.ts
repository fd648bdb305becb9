// Builds the answer for a measured number: value, days and links come from the measure.
import { dayOf } from '@anlan/contract/domain/instant';
import { shareOf } from '@anlan/contract/domain/number-text';
import { addressesOf, headingOf, type MeasuredAt, type Measure } from '@anlan/contract/kit/measure';
import type { Figure } from '@anlan/contract/kit/figure';

export interface FigureAt extends Omit<MeasuredAt, 'today'> {
  asOf: Date;
  /** Whether a number without rows has links too, because the screen draws it as one part of a chart. */
  linksEmpty?: true;
}

/** `denominator` is only for shares. A number without rows usually has no link. */
export function figureOf(measure: Measure, at: FigureAt, numerator: number, denominator: number | null = null): Figure {
  const { asOf, linksEmpty = false, ...where } = at;
  const today = dayOf(asOf);
  const days = at.days ?? measure.days?.(today);
  const addresses = addressesOf(measure, { ...where, today });
  return {
    measure: measure.key,
    value: denominator === null ? numerator : shareOf(numerator, denominator),
    numerator,
    denominator,
    from: days?.from ?? null,
    to: days?.to ?? null,
    asOf,
    href: (denominator ?? numerator) === 0 && !linksEmpty ? null : (addresses?.rows ?? null),
    partHref:
      denominator === null || (numerator === 0 && !linksEmpty) || !measure.part ? null : (addresses?.part ?? null),
  };
}

/** Sheet of an exported workbook that defines its numbers. */
export const definitionSheet = (measures: readonly Measure[]) => ({
  name: '指标说明',
  columns: [
    { heading: '指标', kind: 'text' as const, width: 24 },
    { heading: '定义', kind: 'text' as const, width: 80 },
  ],
  rows: [measures.map((measure) => [headingOf(measure), measure.definition])],
});
