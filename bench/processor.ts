// Processor time of a server and its database, as the kernel counts it.
import { existsSync, readFileSync } from 'node:fs';
import { familyOf, postmasterOf } from './faults/installation.ts';

/** Seconds of processor of a process, and of what it started and has seen the end of. */
function cpuOf(pid: number, withEnded: boolean): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return 0;
  // The name of a program may hold spaces; what follows it does not.
  const words = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const ticks = withEnded ? words.slice(11, 15) : words.slice(11, 13);
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}
/** Seconds of processor so far of a server, of the database in a folder, and of both. */
export function cpuSpent(serverPid: number, folder: string): { server: number; database: number; all: number } {
  const postmaster = postmasterOf(folder);
  const sum = (pids: Iterable<number>, root: number | null) =>
    [...pids].reduce((all, pid) => all + cpuOf(pid, pid === root), 0);
  const ofDatabase = new Set(postmaster === null ? [] : familyOf(postmaster));
  const database = sum(ofDatabase, postmaster);
  const server = sum(new Set(familyOf(serverPid).filter((pid) => !ofDatabase.has(pid))), serverPid);
  return { server, database, all: server + database };
}
