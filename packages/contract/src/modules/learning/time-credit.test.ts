// Checks the credited learning time for any player input. Attacks gain nothing; honest learners lose almost nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  computeCredit,
  crediting,
  isLessonComplete,
  mergeStretches,
  sumStretches,
  type LessonProgress,
} from './time-credit.ts';

const nothing: LessonProgress = { credited: [], furthest: 0 };
const length = 600_000;

test('RT-27 credits no more than wall time in 10,000 attacks by seeking, speed, replay, clocks and devices', () => {
  const word = fc.record({
    from: fc.integer({ min: -10_000, max: length * 2 }),
    far: fc.oneof(fc.integer({ min: -60_000, max: 60_000 }), fc.constantFrom(240_000, 16 * 15_000, length)),
    // Server time since the last heartbeat. Devices alternate, and replayed heartbeats arrive at once.
    elapsed: fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(0, 1, 15_000, 3_600_000)),
    from0: fc.constantFrom('furthest', 'said'),
  });
  let sittings = 0;
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      sittings += 1;
      let learned: LessonProgress = nothing;
      let httpScope = 0;
      let added = 0;
      for (const { from, far, elapsed, from0 } of words) {
        const begin = from0 === 'furthest' ? learned.furthest : from;
        const credit = computeCredit(learned, { from: begin, to: begin + far }, elapsed, length);
        httpScope += elapsed;
        added += credit.added;
        expect(credit.added).toBeGreaterThanOrEqual(0);
        expect(credit.added).toBeLessThanOrEqual(elapsed);
        expect(credit.added).toBeLessThanOrEqual(crediting.offlineMs + crediting.beatMs + crediting.graceMs);
        expect(credit.furthest).toBeGreaterThanOrEqual(learned.furthest);
        learned = credit;
        expect(sumStretches(learned.credited)).toBe(added);
        expect(added).toBeLessThanOrEqual(Math.min(httpScope, length));
        expect(learned.furthest).toBeLessThanOrEqual(length);
      }
    }),
    { numRuns: 10_000 },
  );
  expect(sittings).toBeGreaterThanOrEqual(10_000);
});

test('RT-27 credits at least 99 % of the time in 1,000 honest sessions with five network failures each', () => {
  const cuts = fc.array(fc.integer({ min: 0, max: crediting.offlineMs }), { minLength: 5, maxLength: 5 });
  const latency = fc.integer({ min: 0, max: 900 });
  let creditedMs = 0;
  let played = 0;
  fc.assert(
    fc.property(cuts, latency, (gaps, late) => {
      let learned: LessonProgress = nothing;
      let at = 0;
      const steps = [...gaps.flatMap((gap) => [15_000, 15_000, gap]), 15_000];
      for (const step of steps) {
        // Real heartbeats arrive late rather than early, because of browser timers and the network.
        const credit = computeCredit(learned, { from: at, to: at + step }, step + late, length * 4);
        learned = credit;
        at += step;
      }
      played += at;
      creditedMs += sumStretches(learned.credited);
    }),
    { numRuns: 1_000 },
  );
  expect(creditedMs / played).toBeGreaterThanOrEqual(0.99);
});

test('gives no credit for a forward seek or for parts that are played again', () => {
  const learned: LessonProgress = { credited: [[0, 60_000]], furthest: 60_000 };
  expect(computeCredit(learned, { from: 120_000, to: 135_000 }, 15_000, length)).toMatchObject({
    added: 0,
    refused: 'seek',
  });
  expect(computeCredit(learned, { from: 30_000, to: 45_000 }, 15_000, length)).toMatchObject({
    added: 0,
    furthest: 60_000,
  });
  expect(computeCredit(learned, { from: 50_000, to: 65_000 }, 15_000, length)).toMatchObject({ added: 5_000 });
  expect(computeCredit(learned, { from: 60_000, to: 300_000 }, 15_000, length)).toMatchObject({
    added: 15_000,
    refused: 'clock',
    furthest: 75_000,
  });
});

test('credits played parts once, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1000), fc.nat(1000))), (pairs) => {
      let all: ReturnType<typeof mergeStretches> = [];
      const seen = new Set<number>();
      for (const [one, other] of pairs) {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        all = mergeStretches(all, [from, to]);
        for (let at = from; at < to; at += 1) seen.add(at);
      }
      expect(sumStretches(all)).toBe(seen.size);
    }),
  );
  expect(isLessonComplete(length - 2_500, length)).toBe(true);
  expect(isLessonComplete(length - 4_000, length)).toBe(false);
  expect(isLessonComplete(9_000, 10_000)).toBe(false);
});
