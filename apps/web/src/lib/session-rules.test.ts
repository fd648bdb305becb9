import { describe, expect, it } from 'vitest';
import { limits } from '@anlan/contract/limits';
import { refreshDue, secondsLeft, tokenTimeSeconds } from './session-rules.ts';

describe('token upkeep', () => {
  it('renews at 1000 seconds of life and not before', () => {
    expect(refreshDue(1_001_000, 0)).toBe(false);
    expect(refreshDue(1_000_999, 0)).toBe(true);
    expect(refreshDue(1_000_000, 0)).toBe(true);
  });

  it('has tokens that live longer than the time setting of the specification', () => {
    expect(tokenTimeSeconds).toBe(6_000);
    expect(limits.session.accessSeconds).toBeGreaterThan(tokenTimeSeconds);
  });

  it('counts from the absolute end, so a tab that slept renews at once', () => {
    expect(secondsLeft(43_200_000, 50_000_000)).toBeLessThan(0);
    expect(refreshDue(43_200_000, 50_000_000)).toBe(true);
  });
});
