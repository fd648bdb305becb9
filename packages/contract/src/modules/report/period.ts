// Reporting periods: months for safety reports, quarters and years for danger statistics.
import { addDays } from '../../domain/instant.ts';

/** Kinds of reports. month: safety report; quarter and year: statistics of dangers (Order 16, art. 14). */
export const reportKinds = ['month', 'quarter', 'year'] as const;
export type ReportKind = (typeof reportKinds)[number];
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
const twoDigits = (month: number) => String(month).padStart(2, '0');

/** Whether the text has the format of the kind: 2026-10, 2026-Q3 or 2026. */
export const isPeriod = (kind: ReportKind, period: string): boolean => shapes[kind].test(period);

/** Number of a period's first month, counted from the year 0. */
function firstMonthOf(kind: ReportKind, period: string): number {
  const year = Number(period.slice(0, 4)) * 12;
  if (kind === 'year') return year;
  return year + (kind === 'month' ? Number(period.slice(5)) - 1 : (Number(period.slice(6)) - 1) * 3);
}
const firstDay = (month: number) => `${Math.floor(month / 12)}-${twoDigits((month % 12) + 1)}-01`;
function formatPeriod(kind: ReportKind, month: number): string {
  const year = Math.floor(month / 12);
  if (kind === 'year') return String(year);
  return kind === 'month' ? `${year}-${twoDigits((month % 12) + 1)}` : `${year}-Q${Math.floor((month % 12) / 3) + 1}`;
}

export function spanOf(kind: ReportKind, period: string): Span {
  const begin = firstMonthOf(kind, period);
  return { from: firstDay(begin), to: addDays(firstDay(begin + months[kind]), -1) };
}
/** Returns the period that is `many` periods earlier; with a negative number, later. */
export const periodBefore = (kind: ReportKind, period: string, many = 1): string =>
  formatPeriod(kind, firstMonthOf(kind, period) - many * months[kind]);
export const periodOf = (kind: ReportKind, day: string): string => {
  const month = firstMonthOf('month', day.slice(0, 7));
  return formatPeriod(kind, month - (month % months[kind]));
};
export const lastEndedPeriod = (kind: ReportKind, day: string): string => periodBefore(kind, periodOf(kind, day));

export function periodWords(kind: ReportKind, period: string): string {
  const year = period.slice(0, 4);
  if (kind === 'year') return `${year} 年`;
  return kind === 'month' ? `${year} 年 ${Number(period.slice(5))} 月` : `${year} 年第 ${period.slice(6)} 季度`;
}
export const reportTitle = (kind: ReportKind, period: string): string =>
  `${periodWords(kind, period)}${kind === 'month' ? '安全月报' : '隐患统计'}`;

/** Returns the last day for submitting a report. `day`: the day of the month that the unit has set. */
export const dueOf = (kind: ReportKind, period: string, day: number): string => addDays(spanOf(kind, period).to, day);
