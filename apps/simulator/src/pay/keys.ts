// Generated keys of both sides: this installation's merchant, and the vendors.
import { createPrivateKey, createPublicKey, generateKeyPair, randomBytes, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);
export interface KeyPair {
  serial: string;
  privateKey: string;
  publicKey: string;
  certificate: string;
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
const sha256Rsa = sequence(der(6, Buffer.from('2a864886f70d01010b', 'hex')), der(5));

/** Creates a self-signed certificate for five years. It begins in the past, because tests may run on another date. */
function certificateOf(key: KeyObject, spki: Buffer, serial: string, name: string): string {
  const subject = sequence(der(0x31, sequence(der(6, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(name)))));
  const from = new Date(Date.now() - 400 * 86_400_000);
  const until = new Date(from.getTime() + 5 * 365 * 86_400_000);
  const version = der(0xa0, der(2, Buffer.from([2])));
  const number = der(2, Buffer.from(serial, 'hex'));
  const facts = sequence(version, number, sha256Rsa, subject, sequence(time(from), time(until)), subject, spki);
  const signature = sign('RSA-SHA256', facts, key);
  const whole = sequence(facts, sha256Rsa, der(3, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

export async function makePair(name: string): Promise<KeyPair> {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: 2048 });
  // The serial must be positive and without leading zeros, as X.509 requires.
  const serial = `4${randomBytes(20).toString('hex').slice(1)}`.toUpperCase();
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return {
    serial,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    certificate: certificateOf(privateKey, spki, serial, name),
  };
}

export interface PayKeys {
  wechat: {
    merchant: KeyPair;
    apiV3Key: string;
    /** Valid platform certificates, the newest last. */
    platform: KeyPair[];
    publicKeyId: string;
    publicKey: KeyPair;
  };
  alipay: { app: KeyPair; platform: KeyPair };
}

let first: Promise<PayKeys> | undefined;
/** Creates the key set. It is generated once per process, because the generation is slow. */
export const makeKeys = (): Promise<PayKeys> =>
  (first ??= (async () => {
    const names = ['merchant', 'wechat', 'wechat public key', 'alipay app', 'alipay'];
    const [merchant, platform, publicKey, app, alipay] = await Promise.all(names.map(makePair));
    if (!merchant || !platform || !publicKey || !app || !alipay) throw new Error('no keys');
    const apiV3Key = randomBytes(16).toString('hex');
    const publicKeyId = `PUB_KEY_ID_0119000091912026112400${randomBytes(4).toString('hex').toUpperCase()}`;
    return {
      wechat: { merchant, apiV3Key, platform: [platform], publicKeyId, publicKey },
      alipay: { app, platform: alipay },
    };
  })());

const privates = new Map<string, KeyObject>();
export function privateOf({ privateKey }: KeyPair): KeyObject {
  const privateKeyObject = privates.get(privateKey) ?? createPrivateKey(privateKey);
  privates.set(privateKey, privateKeyObject);
  return privateKeyObject;
}
const publics = new Map<string, KeyObject>();
export function publicOf({ publicKey }: KeyPair): KeyObject {
  const publicKeyObject = publics.get(publicKey) ?? createPublicKey(publicKey);
  publics.set(publicKey, publicKeyObject);
  return publicKeyObject;
}
