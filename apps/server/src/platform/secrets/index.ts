import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { makeFolder, onDataFolder } from '../start/folder.ts';
import { StartError } from '../start/start-error.ts';
import { writePrivateFile } from './private-file.ts';

/** Secrets an installation keeps for itself, made at first start and kept with its data. */
export type Secrets = {
  /** Name of the browser client. */
  clientId: string;
  /** The browser client's public password (S17: it proves nothing). */
  clientSecret: string;
  /** Key of the password cipher, 16 characters, public by specification. */
  passwordKey: string;
  /** Key of `encryptStr`, 16 characters, public by specification. */
  encryptKey: string;
  /** Key that signs links to private files. */
  fileLinkKey: string;
  /** Key that the tenants' data keys are wrapped with; without it classified fields do not open. */
  vaultMasterKey: string;
};

/** Secrets the operator supplies instead of the generated ones. */
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

const kept = z.record(z.string(), z.string());

/** A key for one use, made of what every node of an installation shares. */
export const deriveKey = ({ fileLinkKey }: Secrets, use: string) =>
  createHmac('sha256', fileLinkKey).update(`anlan ${use}`).digest('base64url');

/** The file that keeps the generated secrets of `dataDir`. */
export const secretsFile = (dataDir: string) => join(dataDir, 'secrets.json');

function readKept(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  try {
    return kept.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new StartError(
      `密钥文件 ${path} 读不了或内容损坏：从备份恢复它（删除它会让加密保存的手机号码等再也打不开，已发出的文件链接也会失效）。`,
    );
  }
}

/** The installation's secrets: what `given` holds, else what was kept, else made now and kept with mode 0600. */
export const readSecrets = (dataDir: string, given: GivenSecrets = {}): Secrets =>
  onDataFolder(dataDir, () => secretsOf(dataDir, given));

function secretsOf(dataDir: string, given: GivenSecrets): Secrets {
  const path = secretsFile(dataDir);
  const before = readKept(path);
  const after = { ...before };
  const secret = (name: keyof Secrets) => given[name] ?? (after[name] ??= makers[name]());
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
