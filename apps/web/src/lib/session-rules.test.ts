import { describe, expect, it } from 'vitest';
import { limits } from '@anlan/contract/limits';
import { refreshDue, secondsLeft, tokenTimeSeconds } from './session-rules.ts';

describe('token renewal', () => {
  it('starts when 1000 seconds of the lifetime are left, not before', () => {
    expect(refreshDue(1_001_000, 0)).toBe(false);
    expect(refreshDue(1_000_999, 0)).toBe(true);
    expect(refreshDue(1_000_000, 0)).toBe(true);
  });

  it('assumes a shorter lifetime than the tokens have', () => {
    expect(tokenTimeSeconds).toBe(6_000);
    expect(limits.session.accessSeconds).toBeGreaterThan(tokenTimeSeconds);
  });

  it('counts from the absolute expiry, so a browser tab renews at once after sleep', () => {
    expect(secondsLeft(43_200_000, 50_000_000)).toBeLessThan(0);
    expect(refreshDue(43_200_000, 50_000_000)).toBe(true);
  });
});
