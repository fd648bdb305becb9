import { formatInstant } from '@anlan/contract/domain/instant';

/** Lifetime of a follower's voice and video, in milliseconds (ST-13). */
export const mediaLifeMs = 259_200_000;

const day = (at: Date) => formatInstant(at).slice(0, 10);
const weekdays = ['日', '一', '二', '三', '四', '五', '六'];
const weekday = (at: Date) => weekdays[new Date(`${day(at)}T00:00:00Z`).getUTCDay()] ?? '';

/** Time format of the bell: MM-dd HH:mm (LY-15). */
export const bellTime = (at: Date): string => formatInstant(at).slice(5, 16);
export const clockTime = (at: Date): string => formatInstant(at).slice(11, 16);
export const dayLine = (at: Date): string => `${formatInstant(at).slice(5, 10)} 星期${weekday(at)}`;
export const beginsDay = (at: Date, before: Date | undefined): boolean =>
  before === undefined || day(at) !== day(before);

export function listTime(at: Date, now: Date): string {
  const daysAgo = Math.round((Date.parse(day(now)) - Date.parse(day(at))) / 86_400_000);
  if (daysAgo <= 0) return clockTime(at);
  if (daysAgo === 1) return `昨天 ${clockTime(at)}`;
  if (daysAgo < 7) return `周${weekday(at)} ${clockTime(at)}`;
  return day(at).slice(0, 4) === day(now).slice(0, 4) ? day(at).slice(5) : day(at);
}

/** Text for the remaining reply window of a follower: time and number of messages. `soon` marks it as urgent. */
export function windowLeft(until: Date | null, left: number | null, now: Date): { text: string; soon: boolean } {
  const ms = until === null ? 0 : until.getTime() - now.getTime();
  if (ms <= 0 || left === 0) return { text: ms <= 0 ? '窗口已关' : '条数已用完', soon: false };
  const minutes = Math.floor(ms / 60_000);
  const time =
    minutes >= 60
      ? `${Math.floor(minutes / 60)} 小时`
      : minutes >= 1
        ? `${minutes} 分钟`
        : `${Math.ceil(ms / 1000)} 秒`;
  return { text: left === null ? `剩 ${time}` : `剩 ${time} · ${left} 条`, soon: minutes < 360 };
}

export function windowUntil(until: Date, now: Date): string {
  const daysAhead = Math.round((Date.parse(day(until)) - Date.parse(day(now))) / 86_400_000);
  const word = ['今天', '明天', '后天'][daysAhead] ?? day(until).slice(5);
  return `可回复至${word} ${clockTime(until)}`;
}

/** Whether the voice or video of a follower has expired (ST-13). */
export const hasEnded = (at: Date, now: Date): boolean => now.getTime() - at.getTime() > mediaLifeMs;
