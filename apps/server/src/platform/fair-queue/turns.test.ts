// S68: costly work is bounded, and one tenant's line does not hold up another's.
import { expect, test } from 'vitest';
import { AppError } from '#kernel/errors.ts';
import { createFairQueue } from './index.ts';

const settled = (works: Promise<unknown>[]) => Promise.allSettled(works);
const pause = () => new Promise<void>((done) => setImmediate(done));

test('S68 no more at once than said, and all are served', async () => {
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

test('S68 one tenant with thirty waiting delays another by one turn, not by thirty', async () => {
  const fairQueue = createFairQueue({ atOnce: 1, longest: 100 });
  const served: string[] = [];
  const work = (key: string) => fairQueue.take(key, () => void served.push(key));
  const works = [...Array.from({ length: 30 }, () => work('loud')), work('quiet')];
  await Promise.all(works);
  expect(served.indexOf('quiet')).toBeLessThanOrEqual(2);
});

test('S68 a full line sends away whoever has most waiting, never one who has little', async () => {
  const fairQueue = createFairQueue({ atOnce: 1, longest: 4 });
  const works = ['a', 'a', 'a', 'a', 'a', 'a'].map((key) => fairQueue.take(key, pause));
  const quiet = fairQueue.take('b', () => 'served');
  const results = (await settled(works)).map(({ status }) => status);
  expect(await quiet).toBe('served');
  expect(results.filter((status) => status === 'rejected')).toHaveLength(2);
});

test('S68 a full line refuses in the words it was given', async () => {
  const refusal = () => new AppError('tooMany', '请稍后再试', { seconds: 5 });
  const fairQueue = createFairQueue({ atOnce: 1, longest: 1, refusal });
  const [first, second, third] = await settled(['a', 'a', 'a'].map((key) => fairQueue.take(key, pause)));
  expect([first?.status, second?.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(third).toMatchObject({ status: 'rejected', reason: { code: 'tooMany', message: '请稍后再试' } });
});

test('S68 work that fails passes its turn on', async () => {
  const fairQueue = createFairQueue({ atOnce: 1, longest: 4 });
  const failing = fairQueue.take('a', () => Promise.reject(new Error('no')));
  const after = fairQueue.take('a', () => 'served');
  await expect(failing).rejects.toThrow('no');
  expect(await after).toBe('served');
});

test('S68 whoever has waited too long is told so, and nobody else loses a turn by it', async () => {
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

const share = { young: { alone: 2, among: 2 }, lonelyMs: 60_000, free: '0', youngMs: 30, most: 4 };

test('S68 a key alone has no more than its share under way, and another one comes in at once', async () => {
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

test('S68 a key that is among others has less than by itself; strangers count as nobody beside it, and have no share', async () => {
  const young = { alone: 3, among: 1 };
  const few = { ...share, young, lonelyMs: 200, youngMs: 60_000 };
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
  // What nobody waits for makes nobody a neighbour.
  await fairQueue.take('quiet', () => 'done', true);
  expect(await press('loud')).toBe(3);
  await fairQueue.take('quiet', () => 'served');
  expect(await press('loud')).toBe(1);
  // By itself again, once the other has not come for a while.
  await expect.poll(() => press('loud')).toBe(3);
});

test('S68 work that waits for something gives its place in the share to the next, up to a bound', async () => {
  const fairQueue = createFairQueue({ atOnce: 6, longest: 100, share, breathes: false });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  let begun = 0;
  const works = Array.from({ length: 10 }, () => fairQueue.take('loud', () => (begun++, held)));
  await expect.poll(() => begun).toBe(4);
  // Handlers for two more is left, and it is not theirs.
  expect(await fairQueue.take('quiet', () => 'served')).toBe('served');
  expect(begun).toBe(4);
  letGo();
  await Promise.all(works);
  expect(begun).toBe(10);
  expect(fairQueue.waiting()).toBe(0);
});
