/** What people read when nothing more can be written. */
export const storageFullText = '服务器存储空间已满，内容没有保存，请联系管理员后重试';

// 53100 is PostgreSQL's disk_full; with a quota or a limit on the size of files it says the system's own word.
const codes = new Set(['53100', 'ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether a failure, of the database or of the file system, is that there is no room left. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && codes.has(error.code)) return true;
  return /No space left on device|Disk quota exceeded/.test(error.message);
}
