// What of the demonstration a start still makes. The first tenant is enough to sign in; the others follow while the server
// already answers.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { Config } from '#config';
import { openDb } from '#platform/db/index.ts';
import { updateToEdition } from './edition-update.ts';
import type { SeedTenant } from '#modules/tenant/seed.ts';
import { isBulk, missingTenants } from './seed.ts';

/** What the thread that seeds is given. */
export interface SeedWork {
  appUrl: string;
  ownerUrl: string;
  masterKey: string;
  seed: Config['seed'];
  missing: readonly SeedTenant[];
  filesRoot: string;
  s3: Config['s3'];
}

/** A seed under way, or one that is over. */
export interface Seeding {
  /** Names of the tenants that are still to be made. */
  pending: () => readonly string[];
  /** The tenants of the demonstration that this start has made so far. */
  made: () => string[];
  /** Resolves when the platform and the first tenant are there; with all where a seed in bulk locks tables. */
  first: Promise<void>;
  /** Resolves with the tenants that were made, when all are there. */
  whole: Promise<string[]>;
}

/** A start that makes no tenant. */
export const nothingToSeed = {
  pending: () => [],
  made: () => [],
  first: Promise.resolve(),
  whole: Promise.resolve([]),
  stop: async () => {},
} satisfies Seeding & { stop: () => Promise<void> };

const message = z.union([z.object({ made: z.string() }), z.object({ line: z.string() })]);
const worker = new URL('seed-worker.ts', import.meta.url);

/** Brings what is there to this edition, and begins to make what is missing. */
export async function startSeeding(
  config: Pick<Config, 'seed' | 'dataDir' | 's3'>,
  { appUrl, ownerUrl, masterKey }: Pick<SeedWork, 'appUrl' | 'ownerUrl' | 'masterKey'>,
  log: (line: string) => void,
): Promise<Seeding & { stop: () => Promise<void> }> {
  const { seed, s3 } = config;
  const db = openDb(appUrl, { max: 4 });
  try {
    await updateToEdition({ db, masterKey, ownerUrl, log });
    const missing = await missingTenants({ db, config });
    if (missing.length === 0) return nothingToSeed;
    const filesRoot = join(config.dataDir, 'files');
    return follow({ appUrl, ownerUrl, masterKey, seed, missing, filesRoot, s3 }, log);
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
    const told = message.parse(value);
    if ('line' in told) return log(told.line);
    pending.delete(told.made);
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
      // What it has not committed is made again by the next start.
      await thread.terminate();
    },
  };
}
