// Where a restore check lays out its copy: the whole database, open to whoever reaches it. It must not outlast the
// check, whatever ends that, so its name says whose it is.
import { existsSync, realpathSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeOutside } from '../postgres/place.ts';
import { livingServer } from '../postgres/postmaster.ts';
import { end, isAlive, until } from '../postgres/processes.ts';

const pattern = /^anlan-check-(\d+)-/;
/** Which processes' checks are meant. */
type Whose = (pid: number) => boolean;

async function foldersOf(whose: Whose): Promise<string[]> {
  const folders: string[] = [];
  for (const name of await readdir(tmpdir())) {
    const [, pid] = pattern.exec(name) ?? [];
    if (pid === undefined || !whose(Number(pid))) continue;
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => null);
    // Anybody may make a folder of this name, and name a living database in it.
    const ours = process.getuid === undefined || found?.uid === process.getuid();
    if (found?.isDirectory() && ours) folders.push(path);
  }
  return folders;
}

/** Ends the PostgreSQL of these checks. */
async function endChecks(whose: Whose): Promise<void> {
  for (const folder of await foldersOf(whose)) {
    const cluster = join(folder, 'data', 'postgres');
    try {
      const living = existsSync(cluster) ? livingServer(realpathSync(cluster)) : null;
      // At once: what it writes is thrown away.
      if (living) await end(living.pid, 'SIGQUIT', 10_000);
    } catch {
      // It is being removed at this very moment.
    }
  }
}

/** Removes what a check that has ended laid out. */
export async function removeCheckFolder(folder: string): Promise<void> {
  // As root the programs stand outside where postgres may run them, and so may the database.
  removeOutside(join(folder, 'data'));
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Ends these checks and removes what they laid out. */
async function removeChecks(whose: Whose): Promise<void> {
  await endChecks(whose);
  for (const folder of await foldersOf(whose)) await removeCheckFolder(folder);
}

const ours = (pid: number) => pid === process.pid;
const patienceMs = 5_000;

/** Removes the checks of processes that were killed; none of this process is under way yet. */
export const removeLeftChecks = () =>
  // Under our own number too, which a container gives out anew.
  removeChecks((pid) => ours(pid) || !isAlive(pid));

/** Ends the checks of this process, whose work was told to stop, and removes them; waits for that work a few seconds. */
export async function giveUpChecks(work: Promise<unknown>): Promise<void> {
  let over = false;
  const settled = () => (over = true);
  work.then(settled, settled);
  await until(patienceMs, async () => {
    // Again and again: it may be about to start its PostgreSQL.
    await endChecks(ours);
    return over ? true : undefined;
  });
  await removeChecks(ours);
}

/** Makes the folder of a check that this process does, and removes those of processes that are gone. */
export async function makeCheckFolder(): Promise<string> {
  await removeChecks((pid) => !isAlive(pid));
  const folder = await mkdtemp(join(tmpdir(), `anlan-check-${process.pid}-`));
  await chmod(folder, 0o711);
  return folder;
}
