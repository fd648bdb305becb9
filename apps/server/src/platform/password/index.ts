import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#kernel/errors.ts';

// Set here and never left to the library (S03): argon2id, 19 MiB, two passes, one lane.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const atOnce = Math.max(1, availableParallelism());
const longestQueue = 64;
let running = 0;
const waiting: (() => void)[] = [];

// One hash per core: more only fight for memory; a longer queue would let strangers hold it.
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= longestQueue) throw new AppError('unavailable');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

/** argon2id of a password, as it is stored. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, settings));

let dummy: Promise<string> | null = null;
/** Compares in the same time whether there is an account or not (S02). */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('an account that does not exist');
  const against = stored ?? (await dummy);
  const same = await inTurn(() => verify(against, password));
  return same && stored !== null;
}
