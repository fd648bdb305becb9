// Finds the remedy for known failures at the start, by messages of the system and of PostgreSQL.
import { statfsSync } from 'node:fs';

const full = /No space left on device|Disk quota exceeded|^(?:ENOSPC|EDQUOT|53100)\b/;
/** Minimum free disk space: one log segment. With less, PostgreSQL ends, and its clients see only a lost connection. */
const leastBytes = 16 * 1024 * 1024;

function hasSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= leastBytes;
  } catch {
    return true;
  }
}

const diskFull = (folder: string) =>
  `磁盘已满，${folder} 写不进去：清出 1 GB 以上的空间再启动，或用 DATA_DIR 换一个磁盘上的目录。`;

export const diskFullBy = (text: string, folder: string): string | undefined =>
  full.test(text) ? diskFull(folder) : undefined;

export function diskFullProblem(error: unknown, folder: string): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const text = error instanceof Error ? error.message : String(error);
  return diskFullBy(code, folder) ?? diskFullBy(text, folder) ?? (hasSpace(folder) ? undefined : diskFull(folder));
}

const refusals = [
  /unsupported startup parameter(?: in options)?: "?([\w.]+)/,
  /(?:unrecognized configuration|invalid value for|denied to set|valid range for) parameter "([\w.]+)"/,
  /parameter "([\w.]+)" (?:cannot|requires)/,
];

export const refusedParameter = (text: string): string | undefined =>
  refusals.flatMap((pattern) => pattern.exec(text)?.[1] ?? [])[0];
