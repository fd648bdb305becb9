import { addDays, daysBetween } from '@anlan/contract/domain/instant';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toRepeat } from '../../session/live/rules.ts';
import { workdayAfter } from './rules.ts';

test('workdays are counted over weekends, and never end on one', () => {
  const day = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2026-01-01', days));
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 40 }), (from, days) => {
      const to = workdayAfter(from, days);
      expect([0, 6]).not.toContain(new Date(`${to}T00:00:00Z`).getUTCDay());
      const between = Array.from({ length: daysBetween(from, to) }, (_, index) => addDays(from, index + 1));
      const working = between.filter((one) => ![0, 6].includes(new Date(`${one}T00:00:00Z`).getUTCDay()));
      expect(working.length).toBe(days);
    }),
  );
});

test('whoever was away hears every notice in its order, and of mere hints the last', () => {
  const types = fc.constantFrom('6' as const, '7' as const, 'pcRedDot' as const, 'statistics' as const);
  fc.assert(
    fc.property(fc.array(types), (all) => {
      const frames = all.map((type, index) => ({ type, index }));
      const told = toRepeat(frames);
      const notices = (some: typeof frames) => some.filter(({ type }) => type === '6' || type === '7');
      expect(notices(told)).toEqual(notices(frames));
      for (const type of ['pcRedDot', 'statistics'] as const)
        expect(told.filter((one) => one.type === type)).toEqual(frames.filter((one) => one.type === type).slice(-1));
    }),
  );
});
