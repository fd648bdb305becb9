import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs a single call after a short wait and frequent calls once per interval', () => {
  const done: number[] = [];
  const start = Date.now();
  const work = throttle(
    () => done.push(Date.now() - start),
    () => 300,
    15_000,
  );
  for (let ms = 0; ms < 40_000; ms += 100) {
    work.ask();
    vi.advanceTimersByTime(100);
  }
  expect(done).toEqual([300, 15_600, 30_900]);
  vi.advanceTimersByTime(60_000);
  expect(done).toHaveLength(4);
  work.ask();
  vi.advanceTimersByTime(300);
  expect(done).toHaveLength(5);
  work.ask();
  work.stop();
  vi.advanceTimersByTime(60_000);
  expect(done).toHaveLength(5);
});

it('waits at most the interval after the clock was set back', () => {
  let done = 0;
  const work = throttle(
    () => (done += 1),
    () => 0,
    15_000,
  );
  work.ask();
  vi.advanceTimersByTime(1);
  vi.setSystemTime(Date.now() - 3_600_000);
  work.ask();
  vi.advanceTimersByTime(15_000);
  expect(done).toBe(2);
});
