import { expect, it } from 'vitest';
import { beginsDay, bellTime, dayLine, hasEnded, listTime, mediaLifeMs, windowLeft, windowUntil } from './rules.ts';

const now = new Date('2026-11-24T02:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const hour = 3_600_000;

it('LY-15 formats the time in the bell list as month, day, hour and minute in Shanghai', () => {
  expect(bellTime(new Date('2026-11-22T16:05:59Z'))).toBe('11-23 00:05');
});

it('formats the time of the last message relative to today', () => {
  expect(listTime(ago(hour), now)).toBe('09:00');
  expect(listTime(ago(11 * hour), now)).toBe('昨天 23:00');
  expect(listTime(ago(72 * hour), now)).toBe('周六 10:00');
  expect(listTime(ago(240 * hour), now)).toBe('11-14');
  expect(listTime(new Date('2025-01-02T00:00:00Z'), now)).toBe('2025-01-02');
});

it('shows a date line before the first message of each day', () => {
  expect(beginsDay(ago(11 * hour), undefined)).toBe(true);
  expect(beginsDay(now, ago(11 * hour))).toBe(true);
  expect(beginsDay(now, ago(hour))).toBe(false);
  expect(dayLine(new Date('2026-11-21T01:00:00Z'))).toBe('11-21 星期六');
});

it('marks the remaining reply window as urgent below six hours', () => {
  const left = (ms: number, messages: number | null = 4) => windowLeft(ago(-ms), messages, now);
  expect(left(47.9 * hour)).toEqual({ text: '剩 47 小时 · 4 条', soon: false });
  expect(left(3 * hour)).toEqual({ text: '剩 3 小时 · 4 条', soon: true });
  expect(left(90_000)).toEqual({ text: '剩 1 分钟 · 4 条', soon: true });
  expect(left(20_000, null)).toEqual({ text: '剩 20 秒', soon: true });
  expect(left(hour, 0).text).toBe('条数已用完');
  expect(windowLeft(null, null, now).text).toBe('窗口已关');
  expect(windowUntil(ago(-3 * hour), now)).toBe('可回复至今天 13:00');
  expect(windowUntil(ago(-24 * hour), now)).toBe('可回复至明天 10:00');
});

it('ST-13 expires voice and video messages of a follower after 259200000 ms', () => {
  expect(mediaLifeMs).toBe(259_200_000);
  expect(hasEnded(ago(259_200_000), now)).toBe(false);
  expect(hasEnded(ago(259_200_001), now)).toBe(true);
});
