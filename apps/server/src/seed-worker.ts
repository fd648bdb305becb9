// The thread that makes the tenants of the demonstration: the server's own thread opens and answers meanwhile, and the
// memory of the seed is given back when the thread ends.
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { openDb } from '#platform/db/index.ts';
import { openFiles, type Files } from '#platform/files/index.ts';
import type { SeedWork } from './seeding.ts';
import { seedTenantsOf } from './seed.ts';

const isWork = (value: unknown): value is SeedWork => z.looseObject({ appUrl: z.string() }).safeParse(value).success;

if (!isWork(workerData)) throw new Error('the thread that seeds was started without its work');
const { appUrl, ownerUrl, masterKey, seed, missing, filesRoot, s3 } = workerData;
const db = openDb(appUrl, { max: 2 });
try {
  const files: Files = openFiles({ root: filesRoot, s3 });
  const log = (line: string) => parentPort?.postMessage({ line });
  await seedTenantsOf(missing, { db, masterKey, config: { seed }, ownerUrl, files, log }, (made) =>
    parentPort?.postMessage({ made }),
  );
} finally {
  await db.close();
}
