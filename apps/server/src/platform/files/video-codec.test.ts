import { expect, test } from 'vitest';
import fc from 'fast-check';
import { box, movieOf } from '../../../testing/sample-videos.ts';
import { beginsAsHevc, sampleEntries, type ReadAt } from './video-codec.ts';

const readerOf =
  (bytes: Buffer, reads: number[] = []): ReadAt =>
  (from, length) => {
    reads.push(length);
    return Promise.resolve(bytes.subarray(from, from + length));
  };
const entriesOf = (bytes: Buffer) => sampleEntries(readerOf(bytes), bytes.length);

test('finds the video codecs of all tracks', async () => {
  for (const place of ['front', 'end'] as const)
    expect(await entriesOf(movieOf(['hvc1', 'mp4a'], place))).toEqual(['hvc1', 'mp4a']);
});

test('finds the video codec in the first bytes when the moov box comes first', async () => {
  const head = (place: 'front' | 'end', codec: string) =>
    beginsAsHevc(movieOf(['mp4a', codec], place).subarray(0, 900), 200_000_000);
  expect([await head('front', 'hvc1'), await head('front', 'avc1'), await head('end', 'hvc1')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('skips a long box of a video and never reads frames', async () => {
  const long = Buffer.alloc(16 + 100_000);
  long.writeUInt32BE(1, 0);
  long.write('mdat', 4, 'latin1');
  long.writeBigUInt64BE(BigInt(long.length), 8);
  const reads: number[] = [];
  const whole = Buffer.concat([long, movieOf(['hev1'], 'front')]);
  expect(await sampleEntries(readerOf(whole, reads), whole.length)).toEqual(['hev1']);
  expect(reads.reduce((sum, length) => sum + length, 0)).toBeLessThan(1_000);
});

test('reads the codec of any video bytes without an endless loop', async () => {
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
