import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomFillSync,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Where an encrypted value is stored. It cannot be decrypted as the value of another location. */
export interface ValueLocation {
  table: string;
  column: string;
  id: string;
}

const nonceBytes = 12;
const tagBytes = 16;
const boundTo = (...parts: string[]) => Buffer.from(JSON.stringify(parts));

// Random nonces are generated in bulk: one call per nonce would take a third of the time of an encryption. No nonce is
// used twice.
const nonces = Buffer.alloc(nonceBytes * 1_024);
let nextNonce = nonces.length;
function nonceInto(target: Buffer): Buffer {
  if (nextNonce === nonces.length) {
    randomFillSync(nonces);
    nextNonce = 0;
  }
  nonces.copy(target, 0, nextNonce, (nextNonce += nonceBytes));
  return target.subarray(0, nonceBytes);
}

function encrypt(key: KeyObject, bound: Buffer, plain: Buffer): Buffer {
  const encrypted = Buffer.alloc(nonceBytes + plain.length + tagBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonceInto(encrypted)).setAAD(bound);
  cipher.update(plain).copy(encrypted, nonceBytes);
  cipher.final();
  cipher.getAuthTag().copy(encrypted, nonceBytes + plain.length);
  return encrypted;
}

function decrypt(key: KeyObject, bound: Buffer, encrypted: Buffer): Buffer {
  if (encrypted.length < nonceBytes + tagBytes) throw new Error('a sealed value is too short');
  const opener = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, nonceBytes), { authTagLength: tagBytes });
  opener.setAAD(bound).setAuthTag(encrypted.subarray(encrypted.length - tagBytes));
  return Buffer.concat([opener.update(encrypted.subarray(nonceBytes, encrypted.length - tagBytes)), opener.final()]);
}

/** Id of a master key. The key cannot be computed from it. */
export const masterMark = (masterKey: string): string =>
  createHash('sha256').update('anlan vault master ').update(masterKey).digest('hex').slice(0, 16);

export const wrapping = (masterKey: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', 'anlan vault wrap', 32)));

export interface KeyName {
  tenantId: string;
  kind: 'field' | 'index';
  no: number;
}
const keyPlace = ({ tenantId, kind, no }: KeyName) => boundTo(tenantId, 'data_key', kind, String(no));

export const newWrapped = (wrap: KeyObject, name: KeyName): string =>
  encrypt(wrap, keyPlace(name), randomBytes(32)).toString('base64url');
export const unwrap = (wrap: KeyObject, name: KeyName, wrapped: string): KeyObject =>
  createSecretKey(decrypt(wrap, keyPlace(name), Buffer.from(wrapped, 'base64url')));

const encryptedPattern = /^(\d{1,9})\.([A-Za-z0-9_-]+)$/;
export const keyNoOf = (encrypted: string): number => Number(encryptedPattern.exec(encrypted)?.[1] ?? Number.NaN);

/** Encrypts a text. Tenant and location are additional authenticated data, so the value is bound to them. */
export const encryptWith = (
  key: KeyObject,
  no: number,
  tenantId: string,
  { table, column, id }: ValueLocation,
  text: string,
) => `${no}.${encrypt(key, boundTo(tenantId, table, column, id), Buffer.from(text)).toString('base64url')}`;

/** Decrypts a value. Throws when it was changed or belongs to another location. */
export const decryptWith = (
  key: KeyObject,
  tenantId: string,
  { table, column, id }: ValueLocation,
  encrypted: string,
): string =>
  decrypt(
    key,
    boundTo(tenantId, table, column, id),
    Buffer.from(encryptedPattern.exec(encrypted)?.[2] ?? '', 'base64url'),
  ).toString();

/** Computes a blind index: equal for equal texts of one kind and tenant. It reveals nothing else (S78). */
export const blindIndex = (key: KeyObject, tenantId: string, kind: string, text: string): string =>
  createHmac('sha256', key)
    .update(boundTo(tenantId, kind, text))
    .digest('base64url');
