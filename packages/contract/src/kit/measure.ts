// Measures: numbers that people see. Words, window and link of a number come from its declaration alone.
import { addDays } from '../domain/instant.ts';

/** Filter values of a list in an address. An array matches any of its values. */
export type ListFilter = Readonly<Record<string, string | readonly string[] | undefined>>;
/** First and last day, both included. */
export interface Days {
  from: string;
  to: string;
}

/** How a number is computed: from the count of its rows, or from a field of these rows. */
type Kind = 'count' | 'share' | { readonly median: string } | { readonly mean: string } | { readonly sum: string };

export interface Measure {
  /** Module and name, for example `danger.overdue`. */
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  /** Unit of the rows of a share. */
  readonly counter?: string;
  /** What it counts. A share names its numerator first. */
  readonly definition: string;
  /** By default `count`. A share is rounded to one decimal. */
  readonly kind?: Kind;
  /** Days that the number covers. Without it, the number states the present. */
  readonly days?: (today: string) => Days;
  /** Page that lists the counted rows; for a share, the rows of the denominator. */
  readonly page: string;
  readonly rows: (days: Days) => ListFilter;
  /** Filters that select the rows of a share's numerator. The page differs if the rows are of another kind. */
  readonly part?: (days: Days) => ListFilter;
  readonly partPage?: string;
  /** Filter for an administrative division. Without it, a number of a part of the area opens no list. */
  readonly area?: string;
  /**
   * Places in answers that give this number without its parts: call and field, for example `danger.counts.overdue`. A
   * user type after `@` limits the place to people of this type.
   */
  readonly places?: readonly string[];
}

export const measuresOf = <N extends string>(
  module: string,
  declared: Readonly<Record<N, Omit<Measure, 'key'>>>,
): Readonly<Record<N, Measure>> =>
  // The cast is safe: the entries have the same names.
  Object.fromEntries(
    Object.entries<Omit<Measure, 'key'>>(declared).map(([name, measure]) => [
      name,
      { ...measure, key: `${module}.${name}` },
    ]),
  ) as Record<N, Measure>;

export function addressOf(path: string, filter: ListFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, one);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

export interface MeasuredAt {
  today: string;
  /** Code of an administrative division. */
  area?: string | undefined;
  /** Filters that limit the number to some of its rows. */
  more?: ListFilter;
  /** Other days than the declared ones, for example the days of last year to compare with. */
  days?: Days;
}

/** Addresses of the lists of a number; null if the list cannot be limited to the division. */
export function addressesOf(measure: Measure, at: MeasuredAt): { rows: string; part: string } | null {
  const { today, area, more } = at;
  if (area !== undefined && measure.area === undefined) return null;
  const days = at.days ?? measure.days?.(today) ?? { from: today, to: today };
  const division = measure.area === undefined ? {} : { [measure.area]: area };
  const rows = { ...division, ...measure.rows(days), ...more };
  const part = { ...(measure.partPage ? division : rows), ...measure.part?.(days) };
  return { rows: addressOf(measure.page, rows), part: addressOf(measure.partPage ?? measure.page, part) };
}

export const thisMonth = (today: string): Days => ({ from: `${today.slice(0, 8)}01`, to: today });
export const thisYear = (today: string): Days => ({ from: `${today.slice(0, 5)}01-01`, to: today });
/** The days before today. */
export const lastDays =
  (count: number) =>
  (today: string): Days => ({ from: addDays(today, -count), to: addDays(today, -1) });
export const nextDays =
  (count: number) =>
  (today: string): Days => ({ from: today, to: addDays(today, count) });

/** Filter for a field with a time of day. */
export const timesOf = (field: string, { from, to }: Days): ListFilter => ({
  [`${field}From`]: `${from} 00:00:00`,
  [`${field}To`]: `${to} 23:59:59`,
});
