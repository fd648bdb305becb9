import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupCommand } from '../start/own-command.ts';
import { StartError } from '../start/start-error.ts';

// A killed restore leaves files that look like a database. A start without the backup label would use torn pages. A
// start later in the restore would accept old sessions and send old messages. This mark prevents a start.
const markOf = (dataDir: string) => join(dataDir, 'restoring');

/** Marks the data folder as being restored. No server starts in it while the mark exists. */
export const beginRestore = (dataDir: string, stamp: string): void =>
  writeFileSync(markOf(dataDir), `${stamp}\n`, { mode: 0o600, flush: true });

export const endRestore = (dataDir: string): void => rmSync(markOf(dataDir), { force: true });

export const unfinishedRestore = (dataDir: string): string | null =>
  existsSync(markOf(dataDir)) ? readFileSync(markOf(dataDir), 'utf8').trim() : null;

export function requireFinishedRestore(dataDir: string): void {
  const stamp = unfinishedRestore(dataDir);
  if (stamp !== null)
    throw new StartError(
      `${dataDir} 的恢复没有做完（备份 ${stamp}），里面的数据不完整，不能启动：重新运行 ${backupCommand('restore', '--replace')}。`,
    );
}
