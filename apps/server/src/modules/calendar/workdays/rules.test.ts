import { addDays } from '@anlan/contract/domain/instant';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { publishedDays, publishedYears } from '../published/rules.ts';
import { isWorkday, workdayAfter, workdaysBetween, type Exceptions } from './rules.ts';

const of = (kind: string) => new Set(publishedDays.filter((one) => one.kind === kind).map(({ day }) => day));
const published: Exceptions = { rest: of('rest'), work: of('work') };
const plain: Exceptions = { rest: new Set(), work: new Set() };
const between = (from: string, to: string) => {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

test('matches the State Council calendar for holidays and workdays of 2026', () => {
  const off = between('2026-10-01', '2026-10-07');
  expect(off.filter((day) => isWorkday(published, day))).toEqual([]);
  expect(isWorkday(published, '2026-10-08')).toBe(true);
  // Working weekend days that compensate holidays.
  const worked = ['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10'];
  expect(worked.map((day) => isWorkday(published, day))).toEqual(worked.map(() => true));
  expect(isWorkday(published, '2026-10-11')).toBe(false);
  expect(publishedDays.filter(({ day }) => day.startsWith('2026'))).toHaveLength(39);
});

test('skips holidays when it computes a deadline', () => {
  expect(workdayAfter(published, '2026-09-30', 1)).toBe('2026-10-08');
  expect(workdayAfter(published, '2026-10-09', 1)).toBe('2026-10-10');
  expect(workdayAfter(published, '2026-02-13', 1)).toBe('2026-02-14');
  expect(workdayAfter(published, '2026-02-14', 1)).toBe('2026-02-24');
  expect(workdayAfter(plain, '2026-09-30', 1)).toBe('2026-10-01');
});

test('treats only weekends as days off in an unpublished year', () => {
  expect(publishedYears.has('2027')).toBe(false);
  expect(isWorkday(published, '2027-01-01')).toBe(true);
  expect(isWorkday(published, '2027-01-02')).toBe(false);
});

test('gets the same number of workdays counting forward and between two days', () => {
  const day = fc.integer({ min: 0, max: 700 }).map((days) => addDays('2025-01-01', days));
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 40 }), (from, count) => {
      const to = workdayAfter(published, from, count);
      expect(isWorkday(published, to)).toBe(true);
      expect(workdaysBetween(published, from, to)).toBe(count);
      expect(workdaysBetween(published, to, from)).toBe(-count);
    }),
  );
});
