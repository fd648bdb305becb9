// Signatures of WeChat Pay: verifies the merchant's signatures and creates the vendor's.
import { createCipheriv, randomBytes, sign, verify } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { privateOf, publicOf, type KeyPair, type PayKeys } from './keys.ts';
import type { answerModes } from './switches.ts';

const header = (request: FastifyRequest, name: string) => String(request.headers[name] ?? '');
const shape = /^WECHATPAY2-SHA256-RSA2048 (.+)$/;

/** Returns WeChat Pay's error when the request's signature is wrong, or null. */
export function requestFault(
  request: FastifyRequest,
  body: string,
  of: { mchId: string; merchant: KeyPair; now: number; used: Set<string> },
): string | null {
  const authorization = shape.exec(header(request, 'authorization'))?.[1] ?? '';
  const facts = Object.fromEntries(
    [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const { mchid, nonce_str: nonce, signature, timestamp, serial_no: serial } = facts;
  if (!mchid || !nonce || !signature || !timestamp || !serial) return 'Http头Authorization值格式错误';
  if (mchid !== of.mchId) return '商户号不存在';
  if (serial !== of.merchant.serial) return '商户证书序列号有误';
  if (Math.abs(Number(timestamp) - of.now / 1000) > 300)
    return 'Http头Authorization中的timestamp与发起请求的时间不得超过5分钟';
  if (!header(request, 'user-agent') || !header(request, 'accept')) return 'Http头缺少Accept或User-Agent';
  const text = `${request.method}\n${request.raw.url}\n${timestamp}\n${nonce}\n${body}\n`;
  if (!verify('RSA-SHA256', Buffer.from(text), publicOf(of.merchant), Buffer.from(signature, 'base64')))
    return '错误的签名，验签失败';
  if (of.used.has(nonce)) return '请求重放';
  of.used.add(nonce);
  return null;
}

export function signedHeaders(
  body: string,
  of: { serial: string; pair: KeyPair; stranger: KeyPair; now: number; twist: keyof typeof answerModes | 'probe' },
): Record<string, string> {
  const { serial, pair, stranger, now, twist } = of;
  if (twist === 'unsigned') return {};
  const seconds = String(Math.floor(now / 1000) - (twist === 'stale' ? 600 : 0));
  const nonce = randomBytes(16).toString('hex');
  const key = privateOf(twist === 'wrong' ? stranger : pair);
  const right = sign('RSA-SHA256', Buffer.from(`${seconds}\n${nonce}\n${body}\n`), key).toString('base64');
  return {
    'wechatpay-timestamp': seconds,
    'wechatpay-nonce': nonce,
    'wechatpay-serial':
      twist === 'unknownSerial' ? `4${randomBytes(20).toString('hex').slice(1)}`.toUpperCase() : serial,
    'wechatpay-signature': twist === 'probe' ? `WECHATPAY/SIGNTEST/${right}` : right,
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
  };
}

export function encrypted(text: string, apiV3Key: string, associated: string) {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce), { authTagLength: 16 });
  cipher.setAAD(Buffer.from(associated));
  const ciphertext = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64');
  return { algorithm: 'AEAD_AES_256_GCM', nonce, ciphertext, associated_data: associated };
}

/** Chooses the key that signs for a merchant: the public key when requested, otherwise the newest certificate. */
export const signerOf = (keys: PayKeys['wechat'], byPublicKey: boolean): { serial: string; pair: KeyPair } => {
  const newest = keys.platform.at(-1) ?? keys.publicKey;
  return byPublicKey ? { serial: keys.publicKeyId, pair: keys.publicKey } : { serial: newest.serial, pair: newest };
};
