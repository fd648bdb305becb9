// Signs, verifies and decrypts (WECHATPAY2-SHA256-RSA2048, AEAD_AES_256_GCM) as WeChat Pay v3 documents it.
import { createDecipheriv, randomBytes, sign, verify, type KeyObject } from 'node:crypto';
import type { BridgePayment } from '../port.ts';

/** Largest accepted difference between both clocks, in seconds. */
const clockSkewSeconds = 300;

/** Authorization header of a request. The signature covers method, path with query, time, nonce and body. */
export function authorizationOf(
  key: { mchId: string; serial: string; privateKey: KeyObject },
  of: { method: string; pathAndQuery: string; body: string; at: Date; nonce?: string },
): string {
  const { method, pathAndQuery, body, at, nonce = randomBytes(16).toString('hex') } = of;
  const seconds = String(Math.floor(at.getTime() / 1000));
  const text = `${method}\n${pathAndQuery}\n${seconds}\n${nonce}\n${body}\n`;
  const signature = sign('RSA-SHA256', Buffer.from(text), key.privateKey).toString('base64');
  const facts = { mchid: key.mchId, nonce_str: nonce, signature, timestamp: seconds, serial_no: key.serial };
  const parameters = Object.entries(facts).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${parameters.join(',')}`;
}

/** Parameters of getBrandWCPayRequest. The signature covers appId, time, nonce and package. */
export function bridgePaymentOf(
  key: { appId: string; privateKey: KeyObject },
  prepayId: string,
  at: Date,
): BridgePayment {
  const facts = {
    appId: key.appId,
    timeStamp: String(Math.floor(at.getTime() / 1000)),
    nonceStr: randomBytes(16).toString('hex'),
    package: `prepay_id=${prepayId}`,
  };
  const text = `${Object.values(facts).join('\n')}\n`;
  return {
    ...facts,
    signType: 'RSA',
    paySign: sign('RSA-SHA256', Buffer.from(text), key.privateKey).toString('base64'),
  };
}

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
  // WeChat Pay sends test messages whose signature begins with WECHATPAY/SIGNTEST/. They have a valid format but an
  // invalid signature.
  ['signature', /^[0-9A-Za-z+/_]{32,1024}={0,2}$/],
];

export function signatureIn(headers: Headers): WechatSignature | null {
  const signatureParts: Partial<WechatSignature> = {};
  for (const [name, shape] of shapes) {
    const value = headers[`wechatpay-${name}`];
    if (typeof value !== 'string' || !shape.test(value)) return null;
    signatureParts[name] = value;
  }
  const { timestamp, nonce, serial, signature } = signatureParts;
  if (timestamp === undefined || nonce === undefined || serial === undefined || signature === undefined) return null;
  return { timestamp, nonce, serial, signature };
}

export const isTimely = ({ timestamp }: WechatSignature, now: Date): boolean =>
  Math.abs(Number(timestamp) - now.getTime() / 1000) <= clockSkewSeconds;

export function isSigned({ timestamp, nonce, signature }: WechatSignature, body: Buffer, key: KeyObject): boolean {
  const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]);
  return verify('RSA-SHA256', text, key, Buffer.from(signature, 'base64'));
}

export interface EncryptedResource {
  nonce: string;
  ciphertext: string;
  associated_data?: string | undefined;
}

const tagBytes = 16;
export function decrypt(
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
      // Not encrypted with this key; the next key is tried.
    }
  }
  return null;
}
