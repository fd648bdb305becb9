// S68: the queue limits costly work, and the entries of one tenant do not delay another tenant.
import { expect, test } from 'vitest';
import { AppError } from '#kernel/errors.ts';
import { createFairQueue } from './index.ts';

const settled = (works: Promise<unknown>[]) => Promise.allSettled(works);
const pause = () => new Promise<void>((done) => setImmediate(done));

test('S68 runs at most the configured number of entries at once', async () => {
  const fairQueue = createFairQueue({ atOnce: 2, longest: 100 });
  let now = 0;
  let most = 0;
  const works = Array.from({ length: 50 }, (_, index) =>
    fairQueue.take(String(index % 3), async () => {
      most = Math.max(most, ++now);
      await pause();
      now -= 1;
      return index;
    }),
  );
  expect(await Promise.all(works)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(most).toBe(2);
  expect(fairQueue.waiting()).toBe(0);
});

test('S68 delays another tenant by one entry when a tenant has thirty entries', async () => {
  const fairQueue = createFairQueue({ atOnce: 1, longest: 100 });
  const served: string[] = [];
  const work = (key: string) => fairQueue.take(key, () => void served.push(key));
  const works = [...Array.from({ length: 30 }, () => work('loud')), work('quiet')];
  await Promise.all(works);
  expect(served.indexOf('quiet')).toBeLessThanOrEqual(2);
});

test('S68 refuses an entry of the busiest key when the queue is full', async () => {
  const fairQueue = createFairQueue({ atOnce: 1, longest: 4 });
  const works = ['a', 'a', 'a', 'a', 'a', 'a'].map((key) => fairQueue.take(key, pause));
  const quiet = fairQueue.take('b', () => 'served');
  const results = (await settled(works)).map(({ status }) => status);
  expect(await quiet).toBe('served');
  expect(results.filter((status) => status === 'rejected')).toHaveLength(2);
});

test('S68 refuses with the configured error when the queue is full', async () => {
  const refusal = () => new AppError('tooMany', '请稍后再试', { seconds: 5 });
  const fairQueue = createFairQueue({ atOnce: 1, longest: 1, refusal });
  const [first, second, third] = await settled(['a', 'a', 'a'].map((key) => fairQueue.take(key, pause)));
  expect([first?.status, second?.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(third).toMatchObject({ status: 'rejected', reason: { code: 'tooMany', message: '请稍后再试' } });
});

test('S68 releases the slot of failed work', async () => {
  const fairQueue = createFairQueue({ atOnce: 1, longest: 4 });
  const failing = fairQueue.take('a', () => Promise.reject(new Error('no')));
  const after = fairQueue.take('a', () => 'served');
  await expect(failing).rejects.toThrow('no');
  expect(await after).toBe('served');
});

test('S68 refuses a queue entry that waits too long', async () => {
  const fairQueue = createFairQueue({ atOnce: 1, longest: 10, patienceMs: 20 });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const holding = fairQueue.take('a', () => held);
  const [late] = await settled([fairQueue.take('b', () => 'served')]);
  expect(late).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  expect(fairQueue.waiting()).toBe(0);
  const next = fairQueue.take('b', () => 'served');
  letGo();
  await holding;
  expect(await next).toBe('served');
});

const share = { young: { alone: 2, among: 2 }, neighbourMs: 60_000, free: '0', youngMs: 30, most: 4 };

test('S68 limits the share of a single key in the queue', async () => {
  const fairQueue = createFairQueue({ atOnce: 6, longest: 100, share: { ...share, youngMs: 60_000 }, breathes: false });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  let loud = 0;
  const works = Array.from({ length: 10 }, () => fairQueue.take('loud', () => (loud++, held)));
  await pause();
  expect(loud).toBe(2);
  expect(await fairQueue.take('quiet', () => 'served')).toBe('served');
  letGo();
  await Promise.all(works);
  expect(loud).toBe(10);
});

test('S68 gives a key a smaller share of the queue beside other keys', async () => {
  const young = { alone: 3, among: 1 };
  const few = { ...share, young, neighbourMs: 200, youngMs: 60_000 };
  const fairQueue = createFairQueue({ atOnce: 20, longest: 100, share: few, breathes: false });
  let begun: Record<string, number> = {};
  async function press(key: string) {
    begun = {};
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const works = Array.from({ length: 4 }, () =>
      fairQueue.take(key, () => ((begun[key] = (begun[key] ?? 0) + 1), held)),
    );
    await pause();
    const atOnce = begun[key];
    letGo();
    await Promise.all(works);
    return atOnce;
  }
  expect(await press('0')).toBe(4);
  expect(await press('loud')).toBe(3);
  // A job does not make its key active, so the busy key has its full share.
  await fairQueue.take('quiet', () => 'done', true);
  expect(await press('loud')).toBe(3);
  await fairQueue.take('quiet', () => 'served');
  expect(await press('loud')).toBe(1);
  // Key `quiet` is no longer active after `neighbourMs`. Key `loud` gets its full share of 3 again.
  await expect.poll(() => press('loud')).toBe(3);
});

test('S68 starts the next queue entry when work is slow', async () => {
  const fairQueue = createFairQueue({ atOnce: 6, longest: 100, share, breathes: false });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  let begun = 0;
  const works = Array.from({ length: 10 }, () => fairQueue.take('loud', () => (begun++, held)));
  await expect.poll(() => begun).toBe(4);
  // The queue has room for two more entries, but the busy tenant may not use it.
  expect(await fairQueue.take('quiet', () => 'served')).toBe('served');
  expect(begun).toBe(4);
  letGo();
  await Promise.all(works);
  expect(begun).toBe(10);
  expect(fairQueue.waiting()).toBe(0);
});
