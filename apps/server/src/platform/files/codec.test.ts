import { expect, test } from 'vitest';
import fc from 'fast-check';
import { box, movieOf } from '../../../testing/movies.ts';
import { beginsAsHevc, sampleEntries, type ReadAt } from './codec.ts';

const readerOf =
  (bytes: Buffer, reads: number[] = []): ReadAt =>
  (from, length) => {
    reads.push(length);
    return Promise.resolve(bytes.subarray(from, from + length));
  };
const entriesOf = (bytes: Buffer) => sampleEntries(readerOf(bytes), bytes.length);

test('the codecs of all tracks are found, whether moov stands before the pictures or after them', async () => {
  for (const place of ['front', 'end'] as const)
    expect(await entriesOf(movieOf(['hvc1', 'mp4a'], place))).toEqual(['hvc1', 'mp4a']);
});

test('the first bytes of a long video tell its codec where its table of contents stands in front', async () => {
  const head = (place: 'front' | 'end', codec: string) =>
    beginsAsHevc(movieOf(['mp4a', codec], place).subarray(0, 900), 200_000_000);
  expect([await head('front', 'hvc1'), await head('front', 'avc1'), await head('end', 'hvc1')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a long box is stepped over, and pictures are never read', async () => {
  const long = Buffer.alloc(16 + 100_000);
  long.writeUInt32BE(1, 0);
  long.write('mdat', 4, 'latin1');
  long.writeBigUInt64BE(BigInt(long.length), 8);
  const reads: number[] = [];
  const whole = Buffer.concat([long, movieOf(['hev1'], 'front')]);
  expect(await sampleEntries(readerOf(whole, reads), whole.length)).toEqual(['hev1']);
  expect(reads.reduce((sum, length) => sum + length, 0)).toBeLessThan(1_000);
});

test('whatever the bytes are, it ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      const whole = Buffer.concat([box('moov', Buffer.from(bytes)), Buffer.from(bytes)]);
      expect(await entriesOf(whole)).toBeInstanceOf(Array);
    }),
  );
  const reads: number[] = [];
  const empty = Buffer.concat(Array.from({ length: 20_000 }, () => box('free', Buffer.alloc(0))));
  await sampleEntries(readerOf(empty, reads), empty.length);
  expect(reads.length).toBeLessThanOrEqual(5_001);
});
