// A process of its own that decodes what strangers send: when it dies, nothing else does.
import sharp from 'sharp';
import * as z from 'zod/mini';
import { takenFrom } from './taken.ts';

const task = z.object({
  from: z.string(),
  to: z.string(),
  kind: z.enum(['png', 'jpg', 'gif', 'webp']),
  pixels: z.int(),
  seconds: z.int(),
});
/** A picture to be made again. */
export type RemakeTask = z.output<typeof task>;
/** What became of it. */
export type RemakeAnswer =
  | { ok: true; taken: { at: string | null; place: { lng: number; lat: number } | null } | null }
  | { ok: false };

const memoryBytes = 256 * 1024 * 1024;

sharp.cache(false);
sharp.concurrency(1);

async function remake({ from, to, kind, pixels, seconds }: RemakeTask): Promise<RemakeAnswer> {
  // What lies beside the pixels (EXIF, GPS, comments, a second file behind the first) is not taken over.
  const picture = sharp(from, {
    limitInputPixels: pixels,
    failOn: 'error',
    sequentialRead: true,
    animated: kind === 'gif' || kind === 'webp',
  })
    .autoOrient()
    .timeout({ seconds });
  if (kind === 'png') await picture.png().toFile(to);
  // Its best coding would take as long again as all the rest, for an eighth of the bytes.
  else if (kind === 'jpg') await picture.jpeg({ quality: 88, optimiseCoding: false }).toFile(to);
  else if (kind === 'gif') await picture.gif().toFile(to);
  else await picture.webp({ quality: 88 }).toFile(to);
  const taken = takenFrom((await sharp(from).metadata()).exif, new Date());
  return { ok: true, taken: taken && { at: taken.at?.toISOString() ?? null, place: taken.place } };
}

const answer = (told: RemakeAnswer) => process.send?.(told);
// Native memory is under no limit of the engine's; it is this process that has to end.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes) process.exit(9);
}, 25).unref();

process.on('message', (message) => {
  const asked = task.safeParse(message);
  if (!asked.success) return void answer({ ok: false });
  const keepAwake = setInterval(() => {}, 25);
  remake(asked.data)
    .then(
      (told) => answer(told),
      () => answer({ ok: false }),
    )
    .finally(() => clearInterval(keepAwake));
});
process.on('disconnect', () => process.exit(0));
