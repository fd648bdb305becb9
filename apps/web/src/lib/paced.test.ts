import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('does at once what is asked for seldom, and what is asked for all the time only as often as it rests', () => {
  const done: number[] = [];
  const start = Date.now();
  const work = paced(
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

it('waits no longer than it rests where a clock is set back', () => {
  let done = 0;
  const work = paced(
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
