import { addDays } from '@anlan/contract/domain/instant';
import { normalisePhone, phoneProblem } from '@anlan/contract/domain/phone';
import type { PostKind } from '@anlan/contract/modules/staff/resource';

/** Posts that keep the register of an enterprise's people. */
export const keepers: readonly PostKind[] = ['head', 'safetyManager'];
/** Days before somebody begins that they may be entered at most. */
const hiredAheadDays = 90;

/** The day a year after another. */
const yearAfter = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

/** Whether somebody has been away for so long that they are trained anew before they work. */
export const needsTraining = (offSince: string | null, today: string): boolean =>
  offSince !== null && yearAfter(offSince) <= today;

/** What is wrong with the day on which something became of somebody, or null. */
export function dayProblem(word: string, day: string, { earliest, today }: { earliest: string; today: string }) {
  if (day > today) return `${word}不能晚于今天`;
  return day < earliest ? `${word}不能早于入职或上次变动日期（${earliest}）` : null;
}

/** What is wrong with the day on which somebody was hired, or null. */
export const hireProblem = (hiredOn: string, today: string): string | null =>
  hiredOn > addDays(today, hiredAheadDays) ? `入职日期不能晚于今天以后 ${hiredAheadDays} 天` : null;

/** The phone that a keyword is, or null. */
export function phoneOf(keyword: string | undefined): string | null {
  const phone = normalisePhone(keyword ?? '');
  return phoneProblem(phone) === null ? phone : null;
}
