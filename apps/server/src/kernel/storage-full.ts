export const storageFullText = '服务器存储空间已满，内容没有保存，请联系管理员后重试';

// Error codes of a full disk or quota: PostgreSQL's disk_full (53100), and the codes of the system.
const codes = new Set(['53100', 'ENOSPC', 'EDQUOT', 'EFBIG']);

export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && codes.has(error.code)) return true;
  return /No space left on device|Disk quota exceeded/.test(error.message);
}
