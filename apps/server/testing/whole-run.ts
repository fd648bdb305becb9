// Before and after a whole run of tests: a folder for its PostgreSQL, and the end of it. Nothing is started here:
// the first test that needs the database does so (cluster.ts).
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Name of the variable that tells workers the folder. */
export const folderName = 'ANLAN_TEST_CLUSTER';

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const memory = '/dev/shm';
// Templates and the copies of four workers take three of these; who has less keeps them on the disk.
const wantedBytes = 4 * 1024 ** 3;

/** Where a run's databases lie: in memory where there is plenty, as making 3,000 files for a copy takes a disk a second. */
function shelf(): string {
  try {
    accessSync(memory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, process.availableMemory() / 2) < wantedBytes ? tmpdir() : memory;
  } catch {
    return tmpdir();
  }
}

/** Makes the folder; answers how to undo everything that grew in it. */
export function setup() {
  // Each project of a run calls it; the first one's folder serves them all.
  if (process.env[folderName] !== undefined) return;
  const folder = mkdtempSync(join(shelf(), 'anlan-tests-'));
  chmodSync(folder, 0o711);
  process.env[folderName] = folder;
  return async () => {
    const link = join(folder, 'data/postgres');
    const cluster = existsSync(link) ? realpathSync(link) : null;
    const file = cluster === null ? '' : join(cluster, 'postmaster.pid');
    if (cluster !== null && existsSync(file)) {
      const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
      // Nobody needs what is in it.
      process.kill(pid, 'SIGQUIT');
      for (let tries = 0; tries < 200 && isAlive(pid); tries++) await pause(50);
    }
    if (cluster !== null && !cluster.startsWith(folder)) rmSync(dirname(cluster), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
}
