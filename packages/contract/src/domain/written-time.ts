// Days and times as people and spreadsheets write them. Forms and imports read the same forms.
import * as z from 'zod/mini';
import { dayProblem } from './fields.ts';
import { formatInstant, isDay, parseInstant } from './instant.ts';

const separated = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;
const joined = /^(\d{4})(\d{2})(\d{2})$/;
const withTime = /^(.*?)[\sT]+(\d{1,2})[:时](\d{1,2})(?:[:分](\d{1,2})秒?|分)?$/;
const two = (digits: string) => digits.padStart(2, '0');
const plain = (text: string) => text.normalize('NFKC').trim();

/** Returns a written day as `yyyy-MM-dd`, or null. The day may not exist. */
export function writtenDay(text: string): string | null {
  const day = plain(text).replace(/\s+00?:00(?::00)?$/, '');
  const parts = separated.exec(day) ?? joined.exec(day);
  if (!parts) return null;
  const [, year = '', month = '', date = ''] = parts;
  return `${year}-${two(month)}-${two(date)}`;
}

/** Returns a written time as `yyyy-MM-dd HH:mm:ss`, or null. The time may not exist. A day alone begins at midnight. */
export function writtenTime(text: string): string | null {
  const [, before = text, hours = '0', minutes = '0', seconds = '0'] = withTime.exec(plain(text)) ?? [];
  const day = writtenDay(before);
  return day === null ? null : `${day} ${two(hours)}:${two(minutes)}:${two(seconds)}`;
}

export const isTime = (text: string) => !Number.isNaN(parseInstant(text).getTime());

export const timeProblem = '时间不存在，请按 2026-01-31 09:30 的格式填写';

// An empty input is named as empty; any other input has the given problem.
const emptyOr = (label: string, problem: string) => ({
  error: ({ input }: { input?: unknown }) => (input === '' || input == null ? `${label}不能为空` : problem),
});

/** Schema of a day as `yyyy-MM-dd`. */
export const dayOf = (label: string) =>
  z.string(emptyOr(label, dayProblem)).check(z.refine(isDay, emptyOr(label, dayProblem)));

/** Codec of a moment. Wire: `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. In code: Date. */
export const instantOf = (label: string) => {
  const problem = emptyOr(label, timeProblem);
  return z.codec(z.string(problem).check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, problem)), z.date(problem), {
    decode: parseInstant,
    encode: formatInstant,
  });
};
