import { addDays } from '@anlan/contract/domain/instant';
import { normalisePhone, phoneProblem } from '@anlan/contract/domain/phone';
import type { PostKind } from '@anlan/contract/modules/staff/resource';

export const keepers: readonly PostKind[] = ['head', 'safetyManager'];
/** An employee may be added at most this many days before the start day. */
const hiredAheadDays = 90;

const yearAfter = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

/** Whether a person was absent for a year and therefore needs training before work. */
export const needsTraining = (offSince: string | null, today: string): boolean =>
  offSince !== null && yearAfter(offSince) <= today;

export function dayProblem(word: string, day: string, { earliest, today }: { earliest: string; today: string }) {
  if (day > today) return `${word}不能晚于今天`;
  return day < earliest ? `${word}不能早于入职或上次变动日期（${earliest}）` : null;
}

export const hireProblem = (hiredOn: string, today: string): string | null =>
  hiredOn > addDays(today, hiredAheadDays) ? `入职日期不能晚于今天以后 ${hiredAheadDays} 天` : null;

export function phoneOf(keyword: string | undefined): string | null {
  const phone = normalisePhone(keyword ?? '');
  return phoneProblem(phone) === null ? phone : null;
}
