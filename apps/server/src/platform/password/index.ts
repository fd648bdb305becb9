import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createFairQueue } from '../fair-queue/index.ts';

// Sets the hash parameters here instead of using library defaults (S03): argon2id, 19 MiB, two passes, one lane.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Runs one hash per core; more would only compete for memory. The short queue limits abuse, and tenants take turns
// (S68).
const fairQueue = createFairQueue({ atOnce: Math.max(1, availableParallelism()), longest: 64 });

export const hashPassword = (password: string, tenantId = ''): Promise<string> =>
  fairQueue.take(tenantId, () => hash(password, settings));

/** Whether a stored hash was made with other parameters than the current ones. */
export const isOutdated = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=${settings.parallelism}$`);

let dummy: Promise<string> | null = null;
/**
 * Checks a password. Takes equally long when there is no account (`stored` is null), so that the time reveals nothing
 * (S02).
 */
export async function verifyPassword(stored: string | null, password: string, tenantId = ''): Promise<boolean> {
  dummy ??= hashPassword('an account that does not exist');
  const against = stored ?? (await dummy);
  const same = await fairQueue.take(tenantId, () => verify(against, password));
  return same && stored !== null;
}
