import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecrets, secretsFile } from './index.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-secrets-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('generates the secrets of an installation once', () => {
  const first = readSecrets(folder);
  expect(first.passwordKey).toMatch(/^[A-Za-z0-9]{16}$/);
  expect(first.encryptKey).toMatch(/^[A-Za-z0-9]{16}$/);
  for (const value of [first.clientSecret, first.fileLinkKey, first.vaultMasterKey])
    expect(Buffer.from(value, 'base64url')).toHaveLength(32);
  expect(new Set(Object.values(first)).size).toBe(6);
  expect(readSecrets(folder)).toEqual(first);
  const other = readSecrets(join(folder, 'other'));
  for (const [name, value] of Object.entries(first)) expect(Object.entries(other)).not.toContainEqual([name, value]);
});

test('makes the file of secrets readable by this user only', () => {
  readSecrets(folder);
  expect(statSync(secretsFile(folder)).mode & 0o777).toBe(0o600);
  chmodSync(secretsFile(folder), 0o644);
  readSecrets(folder);
  expect(statSync(secretsFile(folder)).mode & 0o777).toBe(0o600);
});

test('prefers a configured secret and does not store the secret', () => {
  expect(readSecrets(folder, { passwordKey: 'abcdefgh01234567' }).passwordKey).toBe('abcdefgh01234567');
  expect(readFileSync(secretsFile(folder), 'utf8')).not.toContain('abcdefgh01234567');
});

test('reports a damaged file of secrets and does not replace it', () => {
  writeFileSync(secretsFile(folder), '{"clientId": ');
  expect(() => readSecrets(folder)).toThrow(/密钥文件 .*secrets.json 读不了或内容损坏/);
  expect(readFileSync(secretsFile(folder), 'utf8')).toBe('{"clientId": ');
});
