// WECHATPAY2-SHA256-RSA2048 and AEAD_AES_256_GCM, from the published descriptions of WeChat Pay v3.
import { createDecipheriv, randomBytes, sign, verify, type KeyObject } from 'node:crypto';

/** Seconds by which a message may be older or newer than our clock. */
const clockSkewSeconds = 300;

/** The `Authorization` of a request: over method, path with query, time, a number used once, and the bytes of the body. */
export function authorizationOf(
  key: { mchId: string; serial: string; privateKey: KeyObject },
  of: { method: string; pathAndQuery: string; body: string; at: Date; nonce?: string },
): string {
  const { method, pathAndQuery, body, at, nonce = randomBytes(16).toString('hex') } = of;
  const seconds = String(Math.floor(at.getTime() / 1000));
  const text = `${method}\n${pathAndQuery}\n${seconds}\n${nonce}\n${body}\n`;
  const signature = sign('RSA-SHA256', Buffer.from(text), key.privateKey).toString('base64');
  const facts = { mchid: key.mchId, nonce_str: nonce, signature, timestamp: seconds, serial_no: key.serial };
  const said = Object.entries(facts).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${said.join(',')}`;
}

/** What stands in the headers of an answer or a notice of theirs. */
export interface WechatSignature {
  timestamp: string;
  nonce: string;
  serial: string;
  signature: string;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;
const shapes: readonly [keyof WechatSignature, RegExp][] = [
  ['timestamp', /^\d{10}$/],
  ['nonce', /^[!-~]{1,128}$/],
  ['serial', /^[0-9A-Za-z_]{8,80}$/],
  // Probes of theirs begin with WECHATPAY/SIGNTEST/: right in shape here, and wrong like any other that is not theirs.
  ['signature', /^[0-9A-Za-z+/_]{32,1024}={0,2}$/],
];

/** The signature of a message, null where one of its parts is missing, doubled or of no such shape. */
export function signatureIn(headers: Headers): WechatSignature | null {
  const found: Partial<WechatSignature> = {};
  for (const [name, shape] of shapes) {
    const value = headers[`wechatpay-${name}`];
    if (typeof value !== 'string' || !shape.test(value)) return null;
    found[name] = value;
  }
  const { timestamp, nonce, serial, signature } = found;
  if (timestamp === undefined || nonce === undefined || serial === undefined || signature === undefined) return null;
  return { timestamp, nonce, serial, signature };
}

/** Whether a message was signed within the window around `now`. */
export const isTimely = ({ timestamp }: WechatSignature, now: Date): boolean =>
  Math.abs(Number(timestamp) - now.getTime() / 1000) <= clockSkewSeconds;

/** Whether a message is theirs, over the bytes that came. */
export function isSigned({ timestamp, nonce, signature }: WechatSignature, body: Buffer, key: KeyObject): boolean {
  const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]);
  return verify('RSA-SHA256', text, key, Buffer.from(signature, 'base64'));
}

/** Something of theirs that only we can open. */
export interface EncryptedResource {
  nonce: string;
  ciphertext: string;
  associated_data?: string | undefined;
}

const tagBytes = 16;
/** Opens it with one of our keys; null where none fits or anything of it was changed. */
export function decrypted(
  { nonce, ciphertext, associated_data }: EncryptedResource,
  keys: readonly string[],
): Buffer | null {
  const bytes = Buffer.from(ciphertext, 'base64');
  if (bytes.length < tagBytes || Buffer.byteLength(nonce) !== 12) return null;
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      decipher.setAAD(Buffer.from(associated_data ?? ''));
      return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
    } catch {
      // Sealed with the other key, or not by them.
    }
  }
  return null;
}
