import { accidentGrades, gradeOf } from '@anlan/contract/modules/accident/grade';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gradeFor, isGrave, isLate, missingOf } from './rules.ts';

const none = { deaths: 0, seriousInjuries: 0, lossFen: 0 };
const yuan = 100;
const at = (grade: string) => accidentGrades.findIndex((one) => one === grade);

test('starts the next accident grade exactly at each legal threshold', () => {
  const bounds = {
    deaths: [3, 10, 30],
    seriousInjuries: [10, 50, 100],
    lossFen: [10_000_000 * yuan, 50_000_000 * yuan, 100_000_000 * yuan],
  };
  for (const [key, least] of Object.entries(bounds))
    least.forEach((bound, place) => {
      expect(at(gradeOf({ ...none, [key]: bound }))).toBe(place + 1);
      expect(at(gradeOf({ ...none, [key]: bound - 1 }))).toBe(place);
    });
  expect(gradeOf(none)).toBe('general');
});

test('never lowers the accident grade for more harm', () => {
  const harm = fc.record({
    deaths: fc.nat(60),
    seriousInjuries: fc.nat(200),
    lossFen: fc.nat({ max: 200_000_000 }).map((value) => value * yuan),
  });
  fc.assert(
    fc.property(harm, harm, (one, more) => {
      const alone = [{ deaths: one.deaths }, { seriousInjuries: one.seriousInjuries }, { lossFen: one.lossFen }];
      expect(at(gradeOf(one))).toBe(Math.max(...alone.map((part) => at(gradeOf({ ...none, ...part })))));
      const sum = {
        deaths: one.deaths + more.deaths,
        seriousInjuries: one.seriousInjuries + more.seriousInjuries,
        lossFen: one.lossFen + more.lossFen,
      };
      expect(at(gradeOf(sum))).toBeGreaterThanOrEqual(at(gradeOf(one)));
    }),
  );
});

test('treats an accident report after more than one hour as late', () => {
  const began = new Date('2026-01-05T00:00:00Z');
  expect(isLate(began, new Date(began.getTime() + 3_600_000))).toBe(false);
  expect(isLate(began, new Date(began.getTime() + 3_600_001))).toBe(true);
  expect(gradeFor('nearMiss', none)).toBeNull();
  expect([isGrave({ deaths: 0, grade: 'general' }), isGrave({ deaths: 1, grade: 'general' })]).toEqual([false, true]);
  expect(isGrave({ deaths: 0, grade: 'larger' })).toBe(true);
  expect(missingOf({ cause: '没有锁紧', liability: '', measures: null, education: '全员学习' })).toEqual([
    '责任人员处理',
    '整改措施',
  ]);
});
