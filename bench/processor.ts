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
const withChildren = (root: number | null) =>
  root === null ? 0 : familyOf(root).reduce((sum, pid) => sum + cpuOf(pid, pid === root), 0);

/** Seconds of processor so far of a server, and of the database in a folder. */
export const cpuSpent = (serverPid: number, folder: string) => ({
  server: withChildren(serverPid),
  database: withChildren(postmasterOf(folder)),
});
