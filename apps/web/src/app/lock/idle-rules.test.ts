import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIdle, isNear, laterSeen, lockInstant, seenBefore, warnMs } from './idle-rules.ts';

const minutes = fc.constantFrom(5, 10, 30);
const instant = fc.integer({ min: 0, max: 4e12 });

describe('who has left', () => {
  it('is idle exactly when the minutes are over, and never where nobody asked for it', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 1e8 }), minutes, (at, passed, limit) => {
        expect(isIdle(at, at + passed, limit)).toBe(passed >= limit * 60_000);
        expect(isIdle(at, at + passed, 0)).toBe(false);
      }),
    );
  });

  it('is warned for half a minute before, and whoever is idle is past the warning', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 1e8 }), minutes, (at, passed, limit) => {
        const now = at + passed;
        const left = lockInstant(at, limit) - now;
        expect(isNear(at, now, limit) && !isIdle(at, now, limit)).toBe(left > 0 && left <= warnMs);
        expect(isNear(at, now, limit) || !isIdle(at, now, limit)).toBe(true);
        expect(isNear(at, now, 0)).toBe(false);
      }),
    );
  });

  it('is not idle because a clock was set back', () => {
    fc.assert(fc.property(instant, instant, minutes, (a, b, limit) => !isIdle(Math.max(a, b), Math.min(a, b), limit)));
  });

  it('was seen last where any tab of the same session saw them, whatever the order of what is told', () => {
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 12 }), instant, (times, now) => {
        const start = { key: 'a', at: 0 };
        const told = times.map((at) => ({ key: 'a', at }));
        const seen = (list: typeof told) => list.reduce((known, next) => laterSeen(known, next, now), start);
        const past = times.filter((at) => at <= now);
        expect(seen(told).at).toBe(Math.max(0, ...past));
        expect(seen([...told].reverse())).toEqual(seen(told));
      }),
    );
    expect(laterSeen({ key: 'a', at: 1 }, { key: 'b', at: 5 }, 9)).toEqual({ key: 'a', at: 1 });
    expect(laterSeen({ key: 'a', at: 1 }, undefined, 9)).toEqual({ key: 'a', at: 1 });
  });

  it('is at a page that begins, unless this session was left before', () => {
    const now = { key: 'a', at: 100 };
    expect(seenBefore(undefined, now)).toEqual(now);
    expect(seenBefore({ key: 'b', at: 1 }, now)).toEqual(now);
    expect(seenBefore({ key: 'a', at: 101 }, now)).toEqual(now);
    expect(seenBefore({ key: 'a', at: 40 }, now).at).toBe(40);
  });
});
