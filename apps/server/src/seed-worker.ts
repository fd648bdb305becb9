// Worker thread that creates the demo tenants. The main thread answers requests in the meantime, and the memory is
// freed when the thread ends.
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { moveClock } from '#kernel/clock.ts';
import { openDb } from '#platform/db/index.ts';
import { openFiles, type Files } from '#platform/files/index.ts';
import type { SeedWork } from './seeding.ts';
import { seedTenantsOf } from './seed.ts';

const isWork = (value: unknown): value is SeedWork => z.looseObject({ appUrl: z.string() }).safeParse(value).success;

if (!isWork(workerData)) throw new Error('the thread that seeds was started without its work');
const { appUrl, ownerUrl, masterKey, seed, clockOffsetMs, missing, filesRoot, s3, randomPasswords } = workerData;
moveClock(clockOffsetMs);
const db = openDb(appUrl, { max: 2 });
try {
  const files: Files = openFiles({ root: filesRoot, s3 });
  const log = (line: string) => parentPort?.postMessage({ line });
  await seedTenantsOf(missing, { db, masterKey, config: { seed }, ownerUrl, randomPasswords, files, log }, (made) =>
    parentPort?.postMessage({ made }),
  );
} finally {
  await db.close();
}
