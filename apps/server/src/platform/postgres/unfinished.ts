import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start/start-error.ts';

// What a restore that was killed leaves behind looks like a database: without its label it would start with torn pages,
// a moment later with sessions that still count and messages that were sent long ago.
const markOf = (dataDir: string) => join(dataDir, 'restoring');

/** Notes that a restore is under way; until it has ended nobody starts what lies here. */
export const beginRestore = (dataDir: string, stamp: string): void =>
  writeFileSync(markOf(dataDir), `${stamp}\n`, { mode: 0o600, flush: true });

/** The restore is whole. */
export const endRestore = (dataDir: string): void => rmSync(markOf(dataDir), { force: true });

/** The backup of a restore that did not come to its end, or null. */
export const unfinishedRestore = (dataDir: string): string | null =>
  existsSync(markOf(dataDir)) ? readFileSync(markOf(dataDir), 'utf8').trim() : null;

/** Refuses to start what a restore has not finished. */
export function demandWhole(dataDir: string): void {
  const stamp = unfinishedRestore(dataDir);
  if (stamp !== null)
    throw new StartError(
      `${dataDir} 的恢复没有做完（备份 ${stamp}），里面的数据不完整，不能启动：重新运行 npm run restore -- --replace。`,
    );
}
