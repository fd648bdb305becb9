// Decodes uploaded pictures and encodes them again from their pixels (S53). The image library runs in a few child
// processes, which end when idle.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { limits } from '@anlan/contract/limits';
import * as z from 'zod/mini';
import { AppError } from '#kernel/errors.ts';
import type { Staged } from '../files/index.ts';
import { createFairQueue } from '../fair-queue/index.ts';
import type { RemakeTask } from './remake-child.ts';
import type { PhotoFacts } from './photo-facts.ts';

export type { PhotoFacts } from './photo-facts.ts';
export type PictureKind = RemakeTask['kind'];

const remade = z.object({
  ok: z.literal(true),
  sizeBytes: z.int(),
  sha256: z.string(),
  taken: z.nullable(
    z.object({ at: z.nullable(z.string()), place: z.nullable(z.object({ lng: z.number(), lat: z.number() })) }),
  ),
});
const childAnswer = z.discriminatedUnion('ok', [remade, z.object({ ok: z.literal(false), isTooLarge: z.boolean() })]);

export class PictureRefused extends Error {}

export interface Pictures {
  /** Encodes a picture again and stages the result on disk. Throws `PictureRefused`. */
  remake(turn: string, kind: PictureKind, staged: Staged): Promise<Staged & { readonly taken: PhotoFacts | null }>;
  close(): void;
}

const childPath = fileURLToPath(new URL('./remake-child.ts', import.meta.url));
const atOnce = 2;
const longest = 40;
const patienceMs = 10_000;
const idleMs = 20_000;
// Maximum size of the encoded file.
const grownBytes = 64 * 1024 * 1024;
const { sidePx, pixels, frames } = limits.picture;

const unreadable = '图片已损坏或格式不对，请换一张';
const tooLarge = `图片的边长不能超过 ${sidePx} 像素，总像素不能超过 ${pixels / 10_000} 万，动图不能超过 ${frames} 帧`;

export function createPictures(): Pictures {
  const refusal = () => new AppError('tooMany', '正在处理的图片较多，请稍后再试', { seconds: 5 });
  const fairQueue = createFairQueue({ atOnce, longest, refusal });
  const idle = new Map<ChildProcess, NodeJS.Timeout>();

  function take(): ChildProcess {
    const [first] = idle;
    if (first !== undefined) {
      clearTimeout(first[1]);
      idle.delete(first[0]);
      return first[0];
    }
    const child = spawn(process.execPath, [childPath], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // With this serialization, Buffers are sent without conversion to JSON.
      serialization: 'advanced',
    });
    child.unref();
    child.channel?.unref();
    return child;
  }

  function rest(child: ChildProcess) {
    const timer = setTimeout(() => {
      idle.delete(child);
      child.kill('SIGKILL');
    }, idleMs);
    timer.unref();
    idle.set(child, timer);
  }

  async function run(task: RemakeTask): Promise<z.output<typeof childAnswer> | null> {
    const child = take();
    let timer: NodeJS.Timeout | undefined;
    const answer = await new Promise<unknown>((done) => {
      timer = setTimeout(() => done(null), patienceMs + 2_000);
      child.once('message', done);
      child.once('exit', () => done(null));
      child.once('error', () => done(null));
      child.send(task, (error) => error && done(null));
    });
    clearTimeout(timer);
    child.removeAllListeners();
    // Killing the child may emit another error, which needs a listener.
    child.on('error', () => {});
    if (answer === null) child.kill('SIGKILL');
    else rest(child);
    return childAnswer.safeParse(answer).data ?? null;
  }

  return {
    remake: (turn, kind, staged) =>
      fairQueue.take(turn, async () => {
        // The result is written beside the upload, where the next start removes leftovers of a killed process.
        const path = `${staged.path}-${randomUUID()}`;
        const drop = () => rm(path, { force: true });
        const from = staged.bytes ?? staged.path;
        const made = await run({ from, to: path, kind, seconds: patienceMs / 1000 });
        if (made?.ok !== true || made.sizeBytes > grownBytes) {
          await drop();
          throw new PictureRefused(made?.ok === false && made.isTooLarge ? tooLarge : unreadable);
        }
        const { sizeBytes, sha256, taken } = made;
        const at = taken?.at ? new Date(taken.at) : null;
        return { path, sizeBytes, sha256, drop, taken: taken && { at, place: taken.place } };
      }),
    close() {
      for (const [child, timer] of idle) {
        clearTimeout(timer);
        child.kill('SIGKILL');
      }
      idle.clear();
    },
  };
}
