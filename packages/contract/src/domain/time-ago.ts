import { formatInstant } from './instant.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Describes a moment by the time since then. From two days on it returns the date and time (CN-06). */
export function timeAgo(instant: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - instant.getTime()) / 1000);
  if (seconds < 30) return '刚刚';
  if (seconds < hour) return `${Math.max(1, Math.floor(seconds / minute))}分钟前`;
  if (seconds < day) return `${Math.floor(seconds / hour)}小时前`;
  if (seconds < 2 * day) return '1天前';
  const text = formatInstant(instant);
  return text.slice(0, 4) === formatInstant(now).slice(0, 4) ? text.slice(5, 16) : text.slice(0, 10);
}
