// Creates a folder for PostgreSQL before a test run and removes it afterwards. The first test that needs the database
// starts it (cluster.ts).
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
// Templates and the copies of four workers take 3 GB. With less free memory they are stored on disk.
const wantedBytes = 4 * 1024 ** 3;

/**
 * Chooses the folder of a run's databases: in memory when there is enough. On a disk, a copy of 3,000 files takes a
 * second.
 */
function chooseParentFolder(): string {
  try {
    accessSync(memory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, process.availableMemory() / 2) < wantedBytes ? tmpdir() : memory;
  } catch {
    return tmpdir();
  }
}

export function setup() {
  // Every project of a run calls this function. All projects use the folder of the first one.
  if (process.env[folderName] !== undefined) return;
  const folder = mkdtempSync(join(chooseParentFolder(), 'anlan-tests-'));
  chmodSync(folder, 0o711);
  process.env[folderName] = folder;
  return async () => {
    const link = join(folder, 'data/postgres');
    const cluster = existsSync(link) ? realpathSync(link) : null;
    const file = cluster === null ? '' : join(cluster, 'postmaster.pid');
    if (cluster !== null && existsSync(file)) {
      const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
      // Stops without a checkpoint, because nobody needs the data.
      process.kill(pid, 'SIGQUIT');
      for (let tries = 0; tries < 200 && isAlive(pid); tries++) await pause(50);
    }
    if (cluster !== null && !cluster.startsWith(folder)) rmSync(dirname(cluster), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
}
