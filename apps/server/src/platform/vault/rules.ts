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

/** Where a sealed value stands; a value that was moved elsewhere does not open. */
export interface Place {
  table: string;
  column: string;
  /** The row. */
  id: string;
}

const nonceBytes = 12;
const tagBytes = 16;
const boundTo = (...parts: string[]) => Buffer.from(JSON.stringify(parts));

// Asked for many at once: a call for each costs a third of a seal. None is ever used twice.
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

/** What tells one master key from another without telling anything of it. */
export const masterMark = (masterKey: string): string =>
  createHash('sha256').update('anlan vault master ').update(masterKey).digest('hex').slice(0, 16);

/** The key that data keys are wrapped with. */
export const wrapping = (masterKey: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', 'anlan vault wrap', 32)));

/** Which key of which tenant. */
export interface KeyName {
  tenantId: string;
  kind: 'field' | 'index';
  no: number;
}
const keyPlace = ({ tenantId, kind, no }: KeyName) => boundTo(tenantId, 'data_key', kind, String(no));

/** A fresh data key as it is stored. */
export const newWrapped = (wrap: KeyObject, name: KeyName): string =>
  encrypt(wrap, keyPlace(name), randomBytes(32)).toString('base64url');
/** A stored data key as it is used. */
export const unwrap = (wrap: KeyObject, name: KeyName, wrapped: string): KeyObject =>
  createSecretKey(decrypt(wrap, keyPlace(name), Buffer.from(wrapped, 'base64url')));

const encryptedPattern = /^(\d{1,9})\.([A-Za-z0-9_-]+)$/;
/** The number of the key that a value was sealed with. */
export const keyNoOf = (encrypted: string): number => Number(encryptedPattern.exec(encrypted)?.[1] ?? Number.NaN);

/** Seals a text under one key, bound to its tenant and place. */
export const encryptWith = (key: KeyObject, no: number, tenantId: string, { table, column, id }: Place, text: string) =>
  `${no}.${encrypt(key, boundTo(tenantId, table, column, id), Buffer.from(text)).toString('base64url')}`;

/** Opens what `encryptWith` sealed; throws when it was changed or stands elsewhere. */
export const openWith = (key: KeyObject, tenantId: string, { table, column, id }: Place, encrypted: string): string =>
  decrypt(
    key,
    boundTo(tenantId, table, column, id),
    Buffer.from(encryptedPattern.exec(encrypted)?.[2] ?? '', 'base64url'),
  ).toString();

/** What equal texts of one kind and tenant have in common, and nothing else tells (S78). */
export const blindIndex = (key: KeyObject, tenantId: string, kind: string, text: string): string =>
  createHmac('sha256', key)
    .update(boundTo(tenantId, kind, text))
    .digest('base64url');
