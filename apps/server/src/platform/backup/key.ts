import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../secrets/private-file.ts';
import { StartError } from '../start/start-error.ts';

/** Where the generated key of `dataDir` is kept: with the data, never with the backups. */
export const keyFileOf = (dataDir: string) => join(dataDir, 'backup.key');

function parsed(text: string, from: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url');
  if (key.length !== 32)
    throw new StartError(`备份密钥（${from}）不对：应为 32 字节，写成 64 个十六进制字符或 43 个 base64url 字符。`);
  return key;
}

/** The key that was given or generated before; null when there is none. */
export function findKey(dataDir: string, given: string | null): Buffer | null {
  if (given !== null) return parsed(given, 'BACKUP_KEY');
  const path = keyFileOf(dataDir);
  return existsSync(path) ? parsed(readFileSync(path, 'utf8').trim(), path) : null;
}

/** The key to back up with; the first time it is made, and said loudly that it must be kept elsewhere too. */
export function demandKey(dataDir: string, given: string | null, log: (line: string) => void): Buffer {
  const found = findKey(dataDir, given);
  if (found) return found;
  const key = randomBytes(32);
  const path = keyFileOf(dataDir);
  writePrivateFile(path, `${key.toString('base64url')}\n`);
  log(`【重要】备份密钥已生成：${path}`);
  log(
    '【重要】请马上把它另存到别处（密码管理器、保险柜），不要和备份放在一起。丢了它，任何备份都恢复不了，谁也没有办法。',
  );
  return key;
}
