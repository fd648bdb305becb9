// A restore check puts its copy of the database here. The copy is not protected, so it must not outlive the check. The
// folder name holds the process id, so that other processes can remove it.
import { existsSync, realpathSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { host } from '../host/index.ts';
import { removeOutside } from '../postgres/cluster-paths.ts';
import { livingServer } from '../postgres/postmaster.ts';
import { end, isAlive, until } from '../postgres/processes.ts';

const pattern = /^anlan-check-(\d+)-/;
type Whose = (pid: number) => boolean;

async function foldersOf(whose: Whose): Promise<string[]> {
  const folders: string[] = [];
  for (const name of await readdir(tmpdir())) {
    const [, pid] = pattern.exec(name) ?? [];
    if (pid === undefined || !whose(Number(pid))) continue;
    const path = join(tmpdir(), name);
    const folderStat = await lstat(path).catch(() => null);
    // Any user may create a folder of this name whose PID file points to another running database.
    const ours = host.user === null || folderStat?.uid === host.user.uid;
    if (folderStat?.isDirectory() && ours) folders.push(path);
  }
  return folders;
}

async function endChecks(whose: Whose): Promise<void> {
  for (const folder of await foldersOf(whose)) {
    const cluster = join(folder, 'data', 'postgres');
    try {
      const living = existsSync(cluster) ? livingServer(realpathSync(cluster)) : null;
      // Sends SIGQUIT at once, without an orderly shutdown, because the data is deleted anyway.
      if (living) await end(living.pid, 'SIGQUIT', 10_000);
    } catch {
      // The folder disappeared in the meantime, so nothing needs to be removed.
    }
  }
}

export async function removeCheckFolder(folder: string): Promise<void> {
  // When the check runs as root, programs and database may be in a separate folder that the user postgres can access.
  removeOutside(join(folder, 'data'));
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function removeChecks(whose: Whose): Promise<void> {
  await endChecks(whose);
  for (const folder of await foldersOf(whose)) await removeCheckFolder(folder);
}

const ours = (pid: number) => pid === process.pid;
const patienceMs = 5_000;

export const removeStaleChecks = () =>
  // Also removes folders that carry our own process id: containers reuse process ids.
  removeChecks((pid) => ours(pid) || !isAlive(pid));

export async function abortChecks(work: Promise<unknown>): Promise<void> {
  let over = false;
  const settled = () => (over = true);
  work.then(settled, settled);
  await until(patienceMs, async () => {
    // Ends the checks repeatedly, because a check may be about to start its PostgreSQL.
    await endChecks(ours);
    return over ? true : undefined;
  });
  await removeChecks(ours);
}

export async function makeCheckFolder(): Promise<string> {
  await removeChecks((pid) => !isAlive(pid));
  const folder = await mkdtemp(join(tmpdir(), `anlan-check-${process.pid}-`));
  await chmod(folder, 0o711);
  return folder;
}
