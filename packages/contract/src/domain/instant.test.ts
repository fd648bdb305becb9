import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  dayBegins,
  dayEnds,
  dayOf,
  daysBetween,
  formatInstant,
  isDay,
  monthsAfter,
  parseInstant,
} from './instant.ts';

test('an instant crosses the wire in Shanghai time', () => {
  expect(formatInstant(new Date('2026-11-21T16:30:05.999Z'))).toBe('2026-11-22 00:30:05');
  expect(parseInstant('2026-11-22 00:30:05')).toEqual(new Date('2026-11-21T16:30:05Z'));
  expect(dayOf(new Date('2026-11-21T16:00:00Z'))).toBe('2026-11-22');
  expect(dayOf(new Date('2026-11-21T15:59:59Z'))).toBe('2026-11-21');
});

test('summer time of 1986 to 1991 is known', () => {
  expect(formatInstant(new Date('1988-07-01T00:00:00Z'))).toBe('1988-07-01 09:00:00');
  expect(parseInstant('1988-07-01 09:00:00')).toEqual(new Date('1988-07-01T00:00:00Z'));
});

test('the clocks of every week since 1900 are those of the calendar', () => {
  const clocks = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const hourMs = 3_600_000;
  for (let ms = Date.UTC(1902, 0, 1); ms < Date.UTC(2060, 0, 1); ms += 167 * hourMs)
    expect(formatInstant(new Date(ms))).toBe(clocks.format(ms));
  // In the years of summer time hour by hour, around the days on which clocks were changed.
  for (let ms = Date.UTC(1985, 11, 1); ms < Date.UTC(1992, 0, 1); ms += hourMs)
    if (new Date(ms).getUTCDate() >= 8 && new Date(ms).getUTCDate() <= 18)
      expect(formatInstant(new Date(ms))).toBe(clocks.format(ms));
});

test.each([
  '2023-02-30 00:00:00',
  '2023-13-01 00:00:00',
  '2023-01-01 24:00:00',
  '2023-01-01 00:60:00',
  '2023-01-01T00:00:00',
  '2023-01-01 0:00:00',
  '2023-01-01',
  '0000-00-00 00:00:00',
  '',
])('%j is no instant', (text) => {
  expect(parseInstant(text).getTime()).toBeNaN();
});

test('a day ends where the next one begins, also the last one there is', () => {
  expect(dayEnds('2026-11-21')).toEqual(dayBegins('2026-11-22'));
  expect(dayEnds('1988-04-16')).toEqual(dayBegins('1988-04-17'));
  expect(dayEnds('9999-12-31').getTime()).toBe(dayBegins('9999-12-31').getTime() + 86_400_000);
});

test('days of the calendar only', () => {
  for (const day of ['2024-02-29', '1900-01-01', '9999-12-31', '2026-11-21']) {
    expect(isDay(day)).toBe(true);
  }
  for (const text of [
    '2023-02-29',
    '2023-02-30',
    '2023.2.30',
    '2023-2-3',
    '45000',
    '0000-00-00',
    '1899-12-31',
    '２０２３-01-01',
    '2023-01-01 ',
    '-002023-01-01',
  ]) {
    expect(isDay(text), text).toBe(false);
  }
});

test('every second since 1992 makes the round trip', () => {
  const ms = fc.integer({ min: Date.UTC(1992, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 });
  fc.assert(
    fc.property(ms, (seconds) => {
      const instant = new Date(seconds * 1000);
      expect(parseInstant(formatInstant(instant))).toEqual(instant);
    }),
  );
});

test('days are counted over month ends and leap years', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
      expect(daysBetween('2026-11-21', addDays('2026-11-21', days))).toBe(days);
    }),
  );
  expect(() => addDays('2023-02-30', 1)).toThrow(RangeError);
});

test('months later is the same day, or the last of a shorter month', () => {
  expect(monthsAfter('2025-01-31', 1)).toBe('2025-02-28');
  expect(monthsAfter('2024-02-29', 12)).toBe('2025-02-28');
  expect(monthsAfter('2026-11-30', 3)).toBe('2027-02-28');
  expect(monthsAfter('2026-03-02', 36)).toBe('2029-03-02');
  expect([monthsAfter('2026-08-31', 6), monthsAfter('2024-02-29', 36), monthsAfter('2026-12-15', 1)]).toEqual([
    '2027-02-28',
    '2027-02-28',
    '2027-01-15',
  ]);
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 60 }), (date, months) => {
      const [from, to] = [date.toISOString().slice(0, 10), monthsAfter(date.toISOString().slice(0, 10), months)];
      const monthOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
      expect(monthOf(to) - monthOf(from)).toBe(months);
      expect(Number(to.slice(8))).toBeLessThanOrEqual(Number(from.slice(8)));
    }),
  );
});
