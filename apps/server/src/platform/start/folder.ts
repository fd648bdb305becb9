import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskFullBy } from './problems.ts';
import { StartError } from './start-error.ts';

/** The code of a file system's error. */
const fileErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Make `folder` and what is missing above it, each with `mode` whatever the umask says. */
export function makeFolder(folder: string, mode: number) {
  if (existsSync(folder)) return;
  // Not mkdir's own recursion: it never ends where a folder cannot be made below an existing one, as in /proc.
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
    chmodSync(folder, mode);
  } catch (error) {
    if (fileErrorCode(error) !== 'EEXIST') throw error;
  }
}

/** Run `work` on the data folder; what the file system refuses becomes one line. */
export function onDataFolder<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const code = fileErrorCode(error);
    throw new StartError(
      diskFullBy(code, dataDir) ?? `数据目录 ${dataDir} 不可用（${code}）：检查目录权限，或用 DATA_DIR 换一个目录。`,
    );
  }
}
