// What learning time is credited, whatever a player says: attacks never gain, honest people hardly lose.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditOf, crediting, isLearned, joined, totalOf, type Learned } from './crediting.ts';

const nothing: Learned = { credited: [], furthest: 0 };
const length = 600_000;

test('RT-27 in 10,000 attacks by seeking, speed, replay, clocks and several devices no credit is above wall time', () => {
  const word = fc.record({
    from: fc.integer({ min: -10_000, max: length * 2 }),
    far: fc.oneof(fc.integer({ min: -60_000, max: 60_000 }), fc.constantFrom(240_000, 16 * 15_000, length)),
    // Of the server's clock; devices speak between one another's beats, and replays come at once.
    elapsed: fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(0, 1, 15_000, 3_600_000)),
    from0: fc.constantFrom('furthest', 'said'),
  });
  let sittings = 0;
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      sittings += 1;
      let learned: Learned = nothing;
      let httpScope = 0;
      let added = 0;
      for (const { from, far, elapsed, from0 } of words) {
        const begin = from0 === 'furthest' ? learned.furthest : from;
        const credit = creditOf(learned, { from: begin, to: begin + far }, elapsed, length);
        httpScope += elapsed;
        added += credit.added;
        expect(credit.added).toBeGreaterThanOrEqual(0);
        expect(credit.added).toBeLessThanOrEqual(elapsed);
        expect(credit.added).toBeLessThanOrEqual(crediting.offlineMs + crediting.beatMs + crediting.graceMs);
        expect(credit.furthest).toBeGreaterThanOrEqual(learned.furthest);
        learned = credit;
        expect(totalOf(learned.credited)).toBe(added);
        expect(added).toBeLessThanOrEqual(Math.min(httpScope, length));
        expect(learned.furthest).toBeLessThanOrEqual(length);
      }
    }),
    { numRuns: 10_000 },
  );
  expect(sittings).toBeGreaterThanOrEqual(10_000);
});

test('RT-27 of 1,000 honest sittings with five cuts each at least 99 in 100 are kept whole', () => {
  const cuts = fc.array(fc.integer({ min: 0, max: crediting.offlineMs }), { minLength: 5, maxLength: 5 });
  const latency = fc.integer({ min: 0, max: 900 });
  let kept = 0;
  let played = 0;
  fc.assert(
    fc.property(cuts, latency, (gaps, late) => {
      let learned: Learned = nothing;
      let at = 0;
      const steps = [...gaps.flatMap((gap) => [15_000, 15_000, gap]), 15_000];
      for (const step of steps) {
        // A timer of a browser is late rather than early, and so is the network.
        const credit = creditOf(learned, { from: at, to: at + step }, step + late, length * 4);
        learned = credit;
        at += step;
      }
      played += at;
      kept += totalOf(learned.credited);
    }),
    { numRuns: 1_000 },
  );
  expect(kept / played).toBeGreaterThanOrEqual(0.99);
});

test('a seek forward is worth nothing, and what was seen before is not credited again', () => {
  const learned: Learned = { credited: [[0, 60_000]], furthest: 60_000 };
  expect(creditOf(learned, { from: 120_000, to: 135_000 }, 15_000, length)).toMatchObject({
    added: 0,
    refused: 'seek',
  });
  expect(creditOf(learned, { from: 30_000, to: 45_000 }, 15_000, length)).toMatchObject({ added: 0, furthest: 60_000 });
  expect(creditOf(learned, { from: 50_000, to: 65_000 }, 15_000, length)).toMatchObject({ added: 5_000 });
  expect(creditOf(learned, { from: 60_000, to: 300_000 }, 15_000, length)).toMatchObject({
    added: 15_000,
    refused: 'clock',
    furthest: 75_000,
  });
});

test('stretches join in whatever order they come, and a lesson is learned when hardly a frame is missing', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1000), fc.nat(1000))), (pairs) => {
      let all: ReturnType<typeof joined> = [];
      const seen = new Set<number>();
      for (const [one, other] of pairs) {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        all = joined(all, [from, to]);
        for (let at = from; at < to; at += 1) seen.add(at);
      }
      expect(totalOf(all)).toBe(seen.size);
    }),
  );
  expect(isLearned(length - 2_500, length)).toBe(true);
  expect(isLearned(length - 4_000, length)).toBe(false);
  expect(isLearned(9_000, 10_000)).toBe(false);
});
