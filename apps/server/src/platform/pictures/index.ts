// Pictures that strangers send, made again from their pixels alone (S53). The library is loaded in processes of their
// own, a few at once, which end when there is nothing to do.
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
import type { Taken } from './taken.ts';

export type { Taken } from './taken.ts';
/** A kind of picture that is taken. */
export type PictureKind = RemakeTask['kind'];

const remade = z.object({
  ok: z.literal(true),
  sizeBytes: z.int(),
  sha256: z.string(),
  taken: z.nullable(
    z.object({ at: z.nullable(z.string()), place: z.nullable(z.object({ lng: z.number(), lat: z.number() })) }),
  ),
});
const told = z.discriminatedUnion('ok', [remade, z.object({ ok: z.literal(false), isTooLarge: z.boolean() })]);

/** A picture that is too large, or none at all. */
export class PictureRefused extends Error {}

/** Makes pictures again. */
export interface Pictures {
  /** The same picture from its pixels alone, staged anew and on the disk; refuses with `PictureRefused`. */
  remake(turn: string, kind: PictureKind, staged: Staged): Promise<Staged & { readonly taken: Taken | null }>;
  close(): void;
}

const childPath = fileURLToPath(new URL('./remake-child.ts', import.meta.url));
const atOnce = 2;
const longest = 40;
const patienceMs = 10_000;
const idleMs = 20_000;
// What the same pixels may grow to when they are written anew.
const grownBytes = 64 * 1024 * 1024;
const { sidePx, pixels, frames } = limits.picture;

const unreadable = '图片已损坏或格式不对，请换一张';
const tooLarge = `图片的边长不能超过 ${sidePx} 像素，总像素不能超过 ${pixels / 10_000} 万，动图不能超过 ${frames} 帧`;

/** Opens the place where pictures are made again. */
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
      // Bytes go as they are.
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

  /** What a child says that has made it; null of one that takes too long or dies, which is not asked again. */
  async function run(task: RemakeTask): Promise<z.output<typeof told> | null> {
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
    // A child that is gone says so once more, to nobody.
    child.on('error', () => {});
    if (answer === null) child.kill('SIGKILL');
    else rest(child);
    return told.safeParse(answer).data ?? null;
  }

  return {
    remake: (turn, kind, staged) =>
      fairQueue.take(turn, async () => {
        // Beside what came in, where what a killed process leaves is taken away.
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
