// Keys of both sides, made here: of the merchant that this installation is, and of the vendors.
import { createPrivateKey, createPublicKey, generateKeyPair, randomBytes, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);
/** A pair as text, so that it can be kept. */
export interface KeyPair {
  serial: string;
  privateKey: string;
  publicKey: string;
  /** Self-signed certificate of the public key. */
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

/** A certificate by the key itself, for five years; since long ago, so that tests may stand at another day. */
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

/** Makes a pair with its certificate. */
export async function makePair(name: string): Promise<KeyPair> {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: 2048 });
  // Positive and without leading zeros, as serial numbers are written.
  const serial = `4${randomBytes(20).toString('hex').slice(1)}`.toUpperCase();
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return {
    serial,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    certificate: certificateOf(privateKey, spki, serial, name),
  };
}

/** What both vendors and this installation sign with. */
export interface PayKeys {
  wechat: {
    merchant: KeyPair;
    apiV3Key: string;
    /** Those in force, the newest last. */
    platform: KeyPair[];
    /** Their public key with its name, for merchants that use it in place of certificates. */
    publicKeyId: string;
    publicKey: KeyPair;
  };
  alipay: { app: KeyPair; platform: KeyPair };
}

let first: Promise<PayKeys> | undefined;
/** A set of keys; made once in a process, since it takes a moment. */
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
/** The key of a pair, read once. */
export function privateOf({ privateKey }: KeyPair): KeyObject {
  const found = privates.get(privateKey) ?? createPrivateKey(privateKey);
  privates.set(privateKey, found);
  return found;
}
const publics = new Map<string, KeyObject>();
/** The other half of a pair, read once. */
export function publicOf({ publicKey }: KeyPair): KeyObject {
  const found = publics.get(publicKey) ?? createPublicKey(publicKey);
  publics.set(publicKey, found);
  return found;
}
