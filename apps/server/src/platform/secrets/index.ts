import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { makeFolder, onDataFolder } from '../start/folder.ts';
import { StartError } from '../start/start-error.ts';
import { writePrivateFile } from './private-file.ts';

/** Secrets of an installation, generated at first start and stored with its data. */
export type Secrets = {
  clientId: string;
  /** Public client secret of the browser client (S17: it proves nothing). */
  clientSecret: string;
  /** Key that encrypts passwords in the browser: 16 characters, public by specification. */
  passwordKey: string;
  /** Key for `encryptStr`: 16 characters, public by specification. */
  encryptKey: string;
  fileLinkKey: string;
  /** Encrypts the data keys of the tenants. Without it classified fields cannot be decrypted. */
  vaultMasterKey: string;
};

export type GivenSecrets = { readonly [Name in keyof Secrets]?: Secrets[Name] | undefined };

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const characters = (count: number) =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');
const thirtyTwoBytes = () => randomBytes(32).toString('base64url');

const makers: Record<keyof Secrets, () => string> = {
  clientId: () => `anlan-${randomBytes(4).toString('hex')}`,
  clientSecret: thirtyTwoBytes,
  passwordKey: () => characters(16),
  encryptKey: () => characters(16),
  fileLinkKey: thirtyTwoBytes,
  vaultMasterKey: thirtyTwoBytes,
};

const secretsSchema = z.record(z.string(), z.string());

/** Derives a key for one purpose. It is the same on every node. */
export const deriveKey = ({ fileLinkKey }: Secrets, use: string) =>
  createHmac('sha256', fileLinkKey).update(`anlan ${use}`).digest('base64url');

export const secretsFile = (dataDir: string) => join(dataDir, 'secrets.json');

function readKept(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new StartError(
      `密钥文件 ${path} 读不了或内容损坏：从备份恢复它（删除它会让加密保存的手机号码等再也打不开，已发出的文件链接也会失效）。`,
    );
  }
}

/**
 * Reads the secrets: from the configuration, else from the file. Missing secrets are generated and stored with mode
 * 0600.
 */
export const readSecrets = (dataDir: string, configuredSecrets: GivenSecrets = {}): Secrets =>
  onDataFolder(dataDir, () => secretsOf(dataDir, configuredSecrets));

function secretsOf(dataDir: string, configuredSecrets: GivenSecrets): Secrets {
  const path = secretsFile(dataDir);
  const before = readKept(path);
  const after = { ...before };
  const secret = (name: keyof Secrets) => configuredSecrets[name] ?? (after[name] ??= makers[name]());
  const secrets: Secrets = {
    clientId: secret('clientId'),
    clientSecret: secret('clientSecret'),
    passwordKey: secret('passwordKey'),
    encryptKey: secret('encryptKey'),
    fileLinkKey: secret('fileLinkKey'),
    vaultMasterKey: secret('vaultMasterKey'),
  };
  if (Object.keys(after).length > Object.keys(before).length) {
    makeFolder(dataDir, 0o711);
    writePrivateFile(path, `${JSON.stringify(after, null, 2)}\n`);
  } else if (existsSync(path) && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  return secrets;
}
