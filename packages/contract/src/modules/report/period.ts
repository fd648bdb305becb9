// Periods that are reported: months, and the quarters and years of the statistics of dangers.
import { addDays } from '../../domain/instant.ts';

/** What is reported: the safety report of a month, or the statistics of dangers of a quarter or a year (Order 16, art. 14). */
export const reportKinds = ['month', 'quarter', 'year'] as const;
/** What is reported. */
export type ReportKind = (typeof reportKinds)[number];
/** First and last day of a period. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

const shapes: Readonly<Record<ReportKind, RegExp>> = {
  month: /^20\d{2}-(?:0[1-9]|1[0-2])$/,
  quarter: /^20\d{2}-Q[1-4]$/,
  year: /^20\d{2}$/,
};
const months: Readonly<Record<ReportKind, number>> = { month: 1, quarter: 3, year: 12 };
const two = (month: number) => String(month).padStart(2, '0');

/** Whether a text names a period: 2026-10, 2026-Q3, 2026. */
export const isPeriod = (kind: ReportKind, period: string): boolean => shapes[kind].test(period);

/** Number of a period's first month, counted from the year 0. */
function beginOf(kind: ReportKind, period: string): number {
  const year = Number(period.slice(0, 4)) * 12;
  if (kind === 'year') return year;
  return year + (kind === 'month' ? Number(period.slice(5)) - 1 : (Number(period.slice(6)) - 1) * 3);
}
const firstDay = (month: number) => `${Math.floor(month / 12)}-${two((month % 12) + 1)}-01`;
function named(kind: ReportKind, month: number): string {
  const year = Math.floor(month / 12);
  if (kind === 'year') return String(year);
  return kind === 'month' ? `${year}-${two((month % 12) + 1)}` : `${year}-Q${Math.floor((month % 12) / 3) + 1}`;
}

/** First and last day of a period. */
export function spanOf(kind: ReportKind, period: string): Span {
  const begin = beginOf(kind, period);
  return { from: firstDay(begin), to: addDays(firstDay(begin + months[kind]), -1) };
}
/** The period so many before another; a negative number leads forward. */
export const periodBefore = (kind: ReportKind, period: string, many = 1): string =>
  named(kind, beginOf(kind, period) - many * months[kind]);
/** The period in which a day lies. */
export const periodOf = (kind: ReportKind, day: string): string => {
  const month = beginOf('month', day.slice(0, 7));
  return named(kind, month - (month % months[kind]));
};
/** The last period that has ended on a day. */
export const lastEnded = (kind: ReportKind, day: string): string => periodBefore(kind, periodOf(kind, day));

/** A period as people say it. */
export function periodWords(kind: ReportKind, period: string): string {
  const year = period.slice(0, 4);
  if (kind === 'year') return `${year} 年`;
  return kind === 'month' ? `${year} 年 ${Number(period.slice(5))} 月` : `${year} 年第 ${period.slice(6)} 季度`;
}
/** What its report is called. */
export const reportTitle = (kind: ReportKind, period: string): string =>
  `${periodWords(kind, period)}${kind === 'month' ? '安全月报' : '隐患统计'}`;

/** The day by which a period is to be reported; `day` is the day of the month that the unit has set. */
export const dueOf = (kind: ReportKind, period: string, day: number): string => addDays(spanOf(kind, period).to, day);
