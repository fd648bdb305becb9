// Measures: numbers that people see. Words, window and link of a number come from its declaration alone.
import { addDays } from '../domain/instant.ts';

/** Filter values of a list in an address. An array matches any of its values. */
export type ListFilter = Readonly<Record<string, string | readonly string[] | undefined>>;
/** For numbers of which no page can list the rows. */
export const noRows = { page: null, rows: (): ListFilter => ({}) } as const;
/** First and last day, both included. */
export interface Days {
  from: string;
  to: string;
}

/** How a number is computed: from the count of its rows, or from a field of these rows. */
type Kind =
  | 'count'
  | 'share'
  | { readonly median: string }
  | { readonly mean: string }
  /** Sum of one field, or of several. */
  | { readonly sum: string | readonly string[] }
  | { readonly most: string }
  /** Number of different values of a field, for example of people. */
  | { readonly distinct: string }
  /** No count of rows, for example days since an event. The link opens the rows behind it. */
  | 'value';

/** One entry of a list in an answer, for example the counts of one month. */
export type Line = Readonly<Record<string, unknown>>;

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
  /** Page that lists the counted rows; for a share, the rows of the denominator. Null if no page can list them. */
  readonly page: string | null;
  readonly rows: (days: Days) => ListFilter;
  /** Filters that select the rows of a share's numerator. The page differs if the rows are of another kind. */
  readonly part?: (days: Days) => ListFilter;
  readonly partPage?: string;
  /** Filter for an administrative division. Without it, a number of a part of the area opens no list. */
  readonly area?: string;
  /**
   * Places in answers that give this number: call and field, for example `danger.counts.overdue`; `[]` means each entry
   * of a list. A share names the fields beside it that hold its parts: `danger.statistics.total.rate=accepted/found`. A
   * user type after `@` limits the place to people of this type. A query after `?` is the input of the call. Days of the answer (`from` and `to`, or `month`) replace
   * the declared ones.
   */
  readonly places?: readonly string[];
  /** Filter for the rows of one entry of a list; null if no list can be limited to them. */
  readonly line?: (line: Line) => ListFilter | null;
}

type Declared = Omit<Measure, 'key'>;
/** `common`: what most measures of the module share, such as the page. A measure may declare it otherwise. */
export const measuresOf = <N extends string, const C extends Partial<Declared> = {}>(
  module: string,
  declared: Readonly<Record<N, Omit<Declared, keyof C> & Partial<Declared>>>,
  common?: C,
): Readonly<Record<N, Measure>> =>
  // The cast is safe: the entries have the same names, and a measure lacks only what is common.
  Object.fromEntries(
    Object.entries<Partial<Declared>>(declared).map(([name, measure]) => [
      name,
      { ...common, ...measure, key: `${module}.${name}` },
    ]),
  ) as unknown as Record<N, Measure>;

/** Heading of a number's column in a table that is exported: 排查发现（项）. */
export const headingOf = ({ label, unit }: Measure): string => (unit === '%' ? label : `${label}（${unit}）`);

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
  /** One entry of a list in an answer. */
  line?: Line | undefined;
  /** Other days than the declared ones, for example the days of last year to compare with. */
  days?: Days;
}

/** Addresses of the lists of a number; null if the list cannot be limited to the division. */
export function addressesOf(measure: Measure, at: MeasuredAt): { rows: string; part: string } | null {
  const { today, area, more } = at;
  const ofLine = at.line && measure.line ? measure.line(at.line) : {};
  if (ofLine === null) return null;
  const { page } = measure;
  if (page === null || (area !== undefined && measure.area === undefined)) return null;
  const days = at.days ?? measure.days?.(today) ?? { from: today, to: today };
  const division = measure.area === undefined ? {} : { [measure.area]: area };
  const rows = { ...division, ...measure.rows(days), ...ofLine, ...more };
  const part = { ...(measure.partPage ? division : rows), ...measure.part?.(days) };
  return { rows: addressOf(page, rows), part: addressOf(measure.partPage ?? page, part) };
}

export const thisMonth = (today: string): Days => ({ from: `${today.slice(0, 8)}01`, to: today });
export function thisQuarter(today: string): Days {
  const month = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
  return { from: `${today.slice(0, 5)}${String(month).padStart(2, '0')}-01`, to: today };
}
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
