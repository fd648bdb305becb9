// Runs the demo seed in a thread. The first tenant is enough to sign in; the server already answers while the others
// follow.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { Config } from '#config';
import { openDb } from '#platform/db/index.ts';
import { updateToEdition } from './edition-update.ts';
import type { SeedTenant } from '#modules/tenant/seed.ts';
import { isBulk, missingTenants } from './seed.ts';

export interface SeedWork {
  appUrl: string;
  ownerUrl: string;
  masterKey: string;
  seed: Config['seed'];
  clockOffsetMs: number;
  missing: readonly SeedTenant[];
  filesRoot: string;
  s3: Config['s3'];
  randomPasswords: boolean;
}

export interface Seeding {
  pending: () => readonly string[];
  made: () => string[];
  /**
   * Resolves when the platform and the first tenant exist. A bulk seed locks tables and therefore resolves when all
   * tenants exist.
   */
  first: Promise<void>;
  whole: Promise<string[]>;
}

export const nothingToSeed = {
  pending: () => [],
  made: () => [],
  first: Promise.resolve(),
  whole: Promise.resolve([]),
  stop: async () => {},
} satisfies Seeding & { stop: () => Promise<void> };

const message = z.union([z.object({ made: z.string() }), z.object({ line: z.string() })]);
const worker = new URL('seed-worker.ts', import.meta.url);

export async function startSeeding(
  config: Pick<Config, 'seed' | 'clockOffsetMs' | 'dataDir' | 's3' | 'loopback' | 'exposed'>,
  { appUrl, ownerUrl, masterKey }: Pick<SeedWork, 'appUrl' | 'ownerUrl' | 'masterKey'>,
  log: (line: string) => void,
): Promise<Seeding & { stop: () => Promise<void> }> {
  const { seed, clockOffsetMs, s3 } = config;
  const randomPasswords = !config.loopback || config.exposed;
  const db = openDb(appUrl, { max: 4 });
  try {
    await updateToEdition({ db, masterKey, ownerUrl, log });
    const missing = await missingTenants({ db, config });
    if (missing.length === 0) return nothingToSeed;
    const filesRoot = join(config.dataDir, 'files');
    return follow({ appUrl, ownerUrl, masterKey, seed, clockOffsetMs, missing, filesRoot, s3, randomPasswords }, log);
  } finally {
    await db.close();
  }
}

function follow(work: SeedWork, log: (line: string) => void) {
  const pending = new Map<string, string>(work.missing.map(({ id, name }) => [id, name]));
  const made = () => work.missing.flatMap(({ id }) => (id === '0' || pending.has(id) ? [] : id));
  const [first, whole] = [Promise.withResolvers<void>(), Promise.withResolvers<string[]>()];
  for (const { promise } of [first, whole]) promise.catch(() => {});
  const locks = work.seed.kind === 'count' && isBulk(work.seed.enterprises);
  const isEnough = () => (locks ? pending.size === 0 : !pending.has('0') && !pending.has('1'));
  if (isEnough()) first.resolve();
  const thread = new Worker(worker, { workerData: work });
  thread.on('message', (value: unknown) => {
    const workerMessage = message.parse(value);
    if ('line' in workerMessage) return log(workerMessage.line);
    pending.delete(workerMessage.made);
    if (isEnough()) first.resolve();
    return undefined;
  });
  const fail = (error: unknown) => {
    first.reject(error);
    whole.reject(error);
  };
  thread.once('error', fail);
  thread.once('exit', (code) => {
    if (code !== 0 || pending.size > 0) return fail(new Error(`the seed ended early (${code})`));
    return whole.resolve(made());
  });
  return {
    pending: () => [...pending.values()],
    made,
    first: first.promise,
    whole: whole.promise,
    stop: async () => {
      // The next start creates uncommitted tenants again.
      await thread.terminate();
    },
  };
}
