import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  startOfDay,
  endOfDay,
  dayOf,
  daysBetween,
  formatInstant,
  isDay,
  addMonths,
  parseInstant,
} from './instant.ts';

test('formats and parses an instant in Shanghai time', () => {
  expect(formatInstant(new Date('2026-11-21T16:30:05.999Z'))).toBe('2026-11-22 00:30:05');
  expect(parseInstant('2026-11-22 00:30:05')).toEqual(new Date('2026-11-21T16:30:05Z'));
  expect(dayOf(new Date('2026-11-21T16:00:00Z'))).toBe('2026-11-22');
  expect(dayOf(new Date('2026-11-21T15:59:59Z'))).toBe('2026-11-21');
});

test('converts times in the summer time of 1986 to 1991 correctly', () => {
  expect(formatInstant(new Date('1988-07-01T00:00:00Z'))).toBe('1988-07-01 09:00:00');
  expect(parseInstant('1988-07-01 09:00:00')).toEqual(new Date('1988-07-01T00:00:00Z'));
});

test('formats the same local time as Intl.DateTimeFormat in every week from 1902 to 2060', () => {
  const clocks = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const hourMs = 3_600_000;
  for (let ms = Date.UTC(1902, 0, 1); ms < Date.UTC(2060, 0, 1); ms += 167 * hourMs)
    expect(formatInstant(new Date(ms))).toBe(clocks.format(ms));
  // Checks every hour around the clock changes in the years with summer time (1986 to 1991).
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
])('refuses %j as an instant', (text) => {
  expect(parseInstant(text).getTime()).toBeNaN();
});

test('ends a day at the start of the next day', () => {
  expect(endOfDay('2026-11-21')).toEqual(startOfDay('2026-11-22'));
  expect(endOfDay('1988-04-16')).toEqual(startOfDay('1988-04-17'));
  expect(endOfDay('9999-12-31').getTime()).toBe(startOfDay('9999-12-31').getTime() + 86_400_000);
});

test('accepts only days that exist in the calendar', () => {
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

test('parses a formatted instant back to the same second since 1992', () => {
  const ms = fc.integer({ min: Date.UTC(1992, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 });
  fc.assert(
    fc.property(ms, (seconds) => {
      const instant = new Date(seconds * 1000);
      expect(parseInstant(formatInstant(instant))).toEqual(instant);
    }),
  );
});

test('counts days across month ends and leap years', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
      expect(daysBetween('2026-11-21', addDays('2026-11-21', days))).toBe(days);
    }),
  );
  expect(() => addDays('2023-02-30', 1)).toThrow(RangeError);
});

test('adds months up to the last day of a shorter month', () => {
  expect(addMonths('2025-01-31', 1)).toBe('2025-02-28');
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
  expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
  expect(addMonths('2026-03-02', 36)).toBe('2029-03-02');
  expect([addMonths('2026-08-31', 6), addMonths('2024-02-29', 36), addMonths('2026-12-15', 1)]).toEqual([
    '2027-02-28',
    '2027-02-28',
    '2027-01-15',
  ]);
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 60 }), (date, months) => {
      const [from, to] = [date.toISOString().slice(0, 10), addMonths(date.toISOString().slice(0, 10), months)];
      const monthOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
      expect(monthOf(to) - monthOf(from)).toBe(months);
      expect(Number(to.slice(8))).toBeLessThanOrEqual(Number(from.slice(8)));
    }),
  );
});
