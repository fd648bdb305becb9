// A process of its own that decodes what strangers send: when it dies, nothing else does.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { limits } from '@anlan/contract/limits';
import sharp from 'sharp';
import * as z from 'zod/mini';
import { takenFrom } from './taken.ts';

const task = z.object({
  /** Where it lies, or its bytes where they are few. */
  from: z.union([z.string(), z.instanceof(Uint8Array)]),
  to: z.string(),
  kind: z.enum(['png', 'jpg', 'gif', 'webp']),
  seconds: z.int(),
});
/** A picture to be made again. */
export type RemakeTask = z.output<typeof task>;
/** What became of it. */
export type RemakeAnswer =
  | {
      ok: true;
      sizeBytes: number;
      sha256: string;
      taken: { at: string | null; place: { lng: number; lat: number } | null } | null;
    }
  | { ok: false; isTooLarge: boolean };

const memoryBytes = 256 * 1024 * 1024;
const { sidePx, pixels, frames } = limits.picture;

sharp.cache(false);
sharp.concurrency(1);

async function remake({ from, to, kind, seconds }: RemakeTask): Promise<RemakeAnswer> {
  // The header alone, before any pixel is decoded (S53).
  const { width, height, pages = 1, exif } = await sharp(from, { limitInputPixels: false }).metadata();
  if (Math.max(width, height) > sidePx || pages > frames || width * height * pages > pixels)
    return { ok: false, isTooLarge: true };
  // What lies beside the pixels (EXIF, GPS, comments, a second file behind the first) is not taken over.
  const picture = sharp(from, {
    limitInputPixels: pixels,
    failOn: 'error',
    sequentialRead: true,
    animated: kind === 'gif' || kind === 'webp',
  })
    .autoOrient()
    .timeout({ seconds });
  // An eighth of the time less than the usual level, for three hundredths more bytes.
  if (kind === 'png') picture.png({ compressionLevel: 4 });
  // Its best coding would take as long again as all the rest, for an eighth of the bytes.
  else if (kind === 'jpg') picture.jpeg({ quality: 88, optimiseCoding: false });
  else if (kind === 'gif') picture.gif();
  else picture.webp({ quality: 88 });
  // What is few bytes becomes few again, and is written once its hash is known.
  const made = typeof from === 'string' ? null : await picture.toBuffer();
  if (made === null) await picture.toFile(to);
  const taken = takenFrom(exif, new Date());
  return {
    ok: true,
    ...(made === null ? await settled(to) : await written(to, made)),
    taken: taken && { at: taken.at?.toISOString() ?? null, place: taken.place },
  };
}

/** Nobody else's to read, on the disk, and what it is. */
async function settled(path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
    await file.sync();
    return { sizeBytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** The same of bytes that are not written yet. */
async function written(path: string, bytes: Uint8Array): Promise<{ sizeBytes: number; sha256: string }> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
    return { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  } finally {
    await file.close();
  }
}

const answer = (told: RemakeAnswer) => process.send?.(told);
// Native memory is under no limit of the engine's; it is this process that has to end.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes) process.exit(9);
}, 25).unref();

process.on('message', (message) => {
  const asked = task.safeParse(message);
  if (!asked.success) return void answer({ ok: false, isTooLarge: false });
  const keepAwake = setInterval(() => {}, 25);
  remake(asked.data)
    .then(
      (told) => answer(told),
      () => answer({ ok: false, isTooLarge: false }),
    )
    .finally(() => clearInterval(keepAwake));
});
process.on('disconnect', () => process.exit(0));
