import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../secrets/private-file.ts';
import { StartError } from '../start/start-error.ts';

/** Path of the generated backup key. It is stored in the data folder, never with the backups. */
export const keyFileOf = (dataDir: string) => join(dataDir, 'backup.key');

function parsed(text: string, from: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url');
  if (key.length !== 32)
    throw new StartError(`备份密钥（${from}）不对：应为 32 字节，写成 64 个十六进制字符或 43 个 base64url 字符。`);
  return key;
}

/** Returns the configured backup key, else the generated one; null when neither exists. */
export function findKey(dataDir: string, configuredKey: string | null): Buffer | null {
  if (configuredKey !== null) return parsed(configuredKey, 'BACKUP_KEY');
  const path = keyFileOf(dataDir);
  return existsSync(path) ? parsed(readFileSync(path, 'utf8').trim(), path) : null;
}

/** Generates the backup key when there is none yet, and warns that a copy must be stored elsewhere. */
export function ensureKey(dataDir: string, configuredKey: string | null, log: (line: string) => void): Buffer {
  const existingKey = findKey(dataDir, configuredKey);
  if (existingKey) return existingKey;
  const key = randomBytes(32);
  const path = keyFileOf(dataDir);
  writePrivateFile(path, `${key.toString('base64url')}\n`);
  log(`【重要】备份密钥已生成：${path}`);
  log(
    '【重要】请马上把它另存到别处（密码管理器、保险柜），不要和备份放在一起。丢了它，任何备份都恢复不了，谁也没有办法。',
  );
  return key;
}
