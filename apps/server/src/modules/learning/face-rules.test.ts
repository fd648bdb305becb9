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

test('the next check comes five to twenty-five credited minutes later, whatever is drawn, 15 on average', () => {
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

test('tries count from the last check that ended otherwise', () => {
  const checks = (...results: KeptCheck['result'][]) =>
    results.map((result) => ({ at: '2026-03-02T02:00:00Z', result }));
  expect(triesLeft([])).toBe(3);
  expect(triesLeft(checks('failed', 'unsure'))).toBe(1);
  expect(triesLeft(checks('failed', 'failed', 'failed', 'failed'))).toBe(0);
  expect(triesLeft(checks('failed', 'failed', 'passed', 'failed'))).toBe(2);
});

test('a shot that is asked about counts already, and its answer stands in its place', () => {
  const at = '2026-03-02T02:00:00Z';
  const asked = (key: string): KeptCheck => ({ at, result: 'asked', key });
  const ten = Array.from({ length: 10 }, (_, n) => asked(String(n)));
  expect([mayShoot(ten.slice(1)), mayShoot(ten), triesLeft(ten.slice(0, 2))]).toEqual([true, false, 1]);
  const answer = { at, result: 'failed' as const };
  const checks = withAnswer([asked('a'), asked('b')], 'a', answer);
  expect(checks).toEqual([answer, asked('b')]);
  expect(endedChecks(withAnswer(checks, 'b', null))).toEqual([answer]);
});

test('a check is demanded once its time is credited, and not while a confirmation is waited for', () => {
  expect(isDue({ faceDueMs: 0, sittingMs: 0, heldState: null })).toBe(true);
  expect(isDue({ faceDueMs: 300_000, sittingMs: 299_999, heldState: null })).toBe(false);
  expect(isDue({ faceDueMs: 0, sittingMs: 5, heldState: 'waiting' })).toBe(false);
  expect(isDue({ faceDueMs: null, sittingMs: 5, heldState: null })).toBe(false);
});

test('what waits is joined with what is credited, and nothing counts twice', () => {
  const own = { credited: [[0, 10_000]] as const, furthest: 10_000 };
  const helds = [{ credited: [[0, 20_000]] as const, furthest: 20_000 }];
  expect(withHeld(own, helds)).toEqual({ credited: [[0, 20_000]], furthest: 20_000, totalMs: 20_000 });
});
