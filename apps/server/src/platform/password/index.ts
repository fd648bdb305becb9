import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createFairQueue } from '../fair-queue/index.ts';

// Set here and never left to the library (S03): argon2id, 19 MiB, two passes, one lane.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// One hash per core: more only fight for memory; a longer line would let strangers hold it. Tenants take turns (S68).
const fairQueue = createFairQueue({ atOnce: Math.max(1, availableParallelism()), longest: 64 });

/** argon2id of a password, as it is stored. */
export const hashPassword = (password: string, tenantId = ''): Promise<string> =>
  fairQueue.take(tenantId, () => hash(password, settings));

/** Whether a stored password was hashed at other figures than those of today. */
export const isOutdated = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=${settings.parallelism}$`);

let dummy: Promise<string> | null = null;
/** Compares in the same time whether there is an account or not (S02). */
export async function verifyPassword(stored: string | null, password: string, tenantId = ''): Promise<boolean> {
  dummy ??= hashPassword('an account that does not exist');
  const against = stored ?? (await dummy);
  const same = await fairQueue.take(tenantId, () => verify(against, password));
  return same && stored !== null;
}
