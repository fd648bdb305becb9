// S68: whoever presses on past the limits costs the others little.
import { expect, test } from 'vitest';
import { allowances, createRates } from './rate.ts';

const clock = { now: () => new Date('2026-11-22T00:00:00Z') };

test('S68 refusals wait for those before them, each counter by itself', async () => {
  const rates = createRates(clock, true);
  const { burst } = allowances.session;
  for (let at = 0; at < burst; at += 1) await rates.take('session', 'loud');
  const began = performance.now();
  const told: { at: number; ms: number }[] = [];
  const press = async (at: number) => {
    await expect(rates.take('session', 'loud')).rejects.toMatchObject({ code: 'tooMany' });
    told.push({ at, ms: performance.now() - began });
  };
  await Promise.all(Array.from({ length: 10 }, (_, at) => press(at)));
  expect(told.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // The tenth waits for ten steps; a timer is never early by more than its own millisecond.
  expect(told.at(-1)?.ms).toBeGreaterThanOrEqual(10 * 20 - 2);
  await rates.take('session', 'quiet');
});
