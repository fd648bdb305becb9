import { expect, test } from 'vitest';
import fc from 'fast-check';
import {
  endedChecks,
  faceEvery,
  isDue,
  mayShoot,
  nextFaceDue,
  triesLeft,
  withAnswer,
  withHeld,
  type KeptCheck,
} from './face-rules.ts';

test('schedules the next face check after 5 to 25 credited minutes', () => {
  fc.assert(
    fc.property(fc.nat(24 * 3_600_000), fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (at, share) => {
      const due = nextFaceDue(at, (below) => Math.floor(share * below));
      expect(due - at).toBeGreaterThanOrEqual(faceEvery.leastMs);
      expect(due - at).toBeLessThanOrEqual(faceEvery.mostMs);
    }),
  );
  const whole = Array.from({ length: 1001 }, (_, n) => nextFaceDue(0, (below) => Math.floor((n / 1001) * below)));
  expect(whole.reduce((sum, due) => sum + due, 0) / whole.length / 60_000).toBeCloseTo(15, 1);
});

test('counts failed face checks since the last check with another result', () => {
  const checks = (...results: KeptCheck['result'][]) =>
    results.map((result) => ({ at: '2026-03-02T02:00:00Z', result }));
  expect(triesLeft([])).toBe(3);
  expect(triesLeft(checks('failed', 'unsure'))).toBe(1);
  expect(triesLeft(checks('failed', 'failed', 'failed', 'failed'))).toBe(0);
  expect(triesLeft(checks('failed', 'failed', 'passed', 'failed'))).toBe(2);
});

test('counts a pending shot of a face check as an attempt', () => {
  const at = '2026-03-02T02:00:00Z';
  const shotCheck = (key: string): KeptCheck => ({ at, result: 'asked', key });
  const ten = Array.from({ length: 10 }, (_, n) => shotCheck(String(n)));
  expect([mayShoot(ten.slice(1)), mayShoot(ten), triesLeft(ten.slice(0, 2))]).toEqual([true, false, 1]);
  const answer = { at, result: 'failed' as const };
  const checks = withAnswer([shotCheck('a'), shotCheck('b')], 'a', answer);
  expect(checks).toEqual([answer, shotCheck('b')]);
  expect(endedChecks(withAnswer(checks, 'b', null))).toEqual([answer]);
});

test('makes a face check due at its credited time, unless a confirmation is pending', () => {
  expect(isDue({ faceDueMs: 0, sittingMs: 0, heldState: null })).toBe(true);
  expect(isDue({ faceDueMs: 300_000, sittingMs: 299_999, heldState: null })).toBe(false);
  expect(isDue({ faceDueMs: 0, sittingMs: 5, heldState: 'waiting' })).toBe(false);
  expect(isDue({ faceDueMs: null, sittingMs: 5, heldState: null })).toBe(false);
});

test('merges pending credit without counting any time twice', () => {
  const own = { credited: [[0, 10_000]] as const, furthest: 10_000 };
  const helds = [{ credited: [[0, 20_000]] as const, furthest: 20_000 }];
  expect(withHeld(own, helds)).toEqual({ credited: [[0, 20_000]], furthest: 20_000, totalMs: 20_000 });
});
