import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIdle, isNear, laterSeen, lockInstant, seenBefore, warnMs } from './idle-rules.ts';

const minutes = fc.constantFrom(5, 10, 30);
const instant = fc.integer({ min: 0, max: 4e12 });

describe('idle detection', () => {
  it('locks the screen exactly when the idle minutes are over', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 1e8 }), minutes, (at, passed, limit) => {
        expect(isIdle(at, at + passed, limit)).toBe(passed >= limit * 60_000);
        expect(isIdle(at, at + passed, 0)).toBe(false);
      }),
    );
  });

  it('shows the warning from thirty seconds before the lock, and still when the lock is late', () => {
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

  it('does not lock the screen at once after the clock was set back', () => {
    fc.assert(fc.property(instant, instant, minutes, (a, b, limit) => !isIdle(Math.max(a, b), Math.min(a, b), limit)));
  });

  it('uses the latest activity of all browser tabs of a session, in any message order', () => {
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 12 }), instant, (times, now) => {
        const start = { key: 'a', at: 0 };
        const sightings = times.map((at) => ({ key: 'a', at }));
        const seen = (list: typeof sightings) => list.reduce((latest, next) => laterSeen(latest, next, now), start);
        const past = times.filter((at) => at <= now);
        expect(seen(sightings).at).toBe(Math.max(0, ...past));
        expect(seen([...sightings].reverse())).toEqual(seen(sightings));
      }),
    );
    expect(laterSeen({ key: 'a', at: 1 }, { key: 'b', at: 5 }, 9)).toEqual({ key: 'a', at: 1 });
    expect(laterSeen({ key: 'a', at: 1 }, undefined, 9)).toEqual({ key: 'a', at: 1 });
  });

  it('counts a page load as activity, unless this session has a stored activity', () => {
    const now = { key: 'a', at: 100 };
    expect(seenBefore(undefined, now)).toEqual(now);
    expect(seenBefore({ key: 'b', at: 1 }, now)).toEqual(now);
    expect(seenBefore({ key: 'a', at: 101 }, now)).toEqual(now);
    expect(seenBefore({ key: 'a', at: 40 }, now).at).toBe(40);
  });
});
