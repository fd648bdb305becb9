// Tests of due times: each moment is in at most one window of a cycle, and windows have no gaps between them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../domain/instant.ts';
import { cycleFor, cycleWords, lastDayOf, layersFrom, presetCycles, windowsOn, type Cycle } from './check-cycle.ts';

const day = fc.integer({ min: 0, max: 2_000 }).map((days) => addDays('2024-01-01', days));
const long = fc.record({
  every: fc.integer({ min: 1, max: 6 }),
  unit: fc.constantFrom('day', 'week', 'month', 'quarter', 'year'),
}) as fc.Arbitrary<Cycle>;
const local = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16);

test('assigns each day to one window of days or longer, without gaps between windows', () => {
  fc.assert(
    fc.property(long, day, (cycle, on) => {
      const [window] = windowsOn(cycle, on);
      if (!window) throw new Error('no window');
      expect(local(window.opensAt).slice(0, 10) <= on && on <= lastDayOf(window)).toBe(true);
      const [same] = windowsOn(cycle, lastDayOf(window));
      expect(same).toEqual(window);
      const [next] = windowsOn(cycle, addDays(lastDayOf(window), 1));
      expect(next?.opensAt).toEqual(window.dueAt);
    }),
  );
});

test('fills the working hours with hourly windows without gaps', () => {
  const hours = fc.record({
    every: fc.integer({ min: 1, max: 12 }),
    from: fc.integer({ min: 0, max: 20 }),
    length: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(hours, day, ({ every, from, length }, on) => {
      const windows = windowsOn({ every, unit: 'hour', from, to: from + length }, on);
      expect(local(windows[0]?.opensAt ?? new Date(0))).toBe(`${on}T${String(from).padStart(2, '0')}:00`);
      windows.slice(1).forEach((one, at) => expect(one.opensAt).toEqual(windows[at]?.dueAt));
      expect(windows.at(-1)?.dueAt.getTime()).toBe((windows[0]?.opensAt.getTime() ?? 0) + length * 3_600_000);
    }),
  );
});

test('plans no checks on days off when only workdays count', () => {
  expect(windowsOn({ every: 1, unit: 'day', days: 'workdays' }, '2026-11-21', false)).toEqual([]);
  expect(windowsOn({ every: 2, unit: 'hour', days: 'workdays' }, '2026-11-21', false)).toEqual([]);
  expect(windowsOn({ every: 1, unit: 'week', days: 'workdays' }, '2026-11-21', false)).toHaveLength(1);
});

test('checks a risk at its layer and all lower layers', () => {
  expect(layersFrom('department')).toEqual(['department', 'team', 'post']);
  expect(cycleFor('team', 'weekly', { team: { every: 2, unit: 'hour', from: 8, to: 20 } }).unit).toBe('hour');
  expect(cycleFor('post', 'weekly', null)).toEqual(presetCycles['weekly']);
  expect(cycleWords({ every: 1, unit: 'day' })).toBe('每天');
  expect(cycleWords({ every: 2, unit: 'hour', from: 8, to: 20, days: 'workdays' })).toBe(
    '每 2 小时（8 – 20 点，仅工作日）',
  );
});
