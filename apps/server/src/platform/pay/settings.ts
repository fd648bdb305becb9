import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { parsed } from '../start/environment-values.ts';
import { StartError } from '../start/start-error.ts';
import { certificatesIn, certificatesOf, type AlipayCertificates } from './alipay/certificates.ts';

export interface WechatPaySettings {
  base: string;
  mchId: string;
  appId: string;
  serial: string;
  privateKey: KeyObject;
  /**
   * Keys that encrypt notices and certificates. The current key comes first; during a change the previous key
   * follows.
   */
  apiV3Keys: readonly string[];
  /**
   * Configured public keys (`PUB_KEY_ID_…`) and certificates of WeChat Pay, by serial number. Other certificates are
   * downloaded.
   */
  platformKeys: ReadonlyMap<string, KeyObject>;
  /** URL to which the vendor sends notices. Its path ends with the merchant number. */
  notifyUrl: () => string;
  /** URL of our pages, to which phones return after a payment; null if unknown. */
  homeUrl: () => string | null;
  /** OAuth of the public account `appId`, for payments in the browser of WeChat; null if not configured. */
  oauth: { secret: string; authBase: string; apiBase: string } | null;
}

export interface AlipaySettings {
  gateway: string;
  appId: string;
  sellerId: string;
  privateKey: KeyObject;
  publicKeys: readonly KeyObject[];
  certificates: AlipayCertificates | null;
  billBase: string;
  notifyUrl: () => string;
  homeUrl: () => string | null;
}

export interface PaySettings {
  wechat: WechatPaySettings | null;
  alipay: AlipaySettings | null;
}

const shaped = (expected: string, pattern: RegExp) =>
  parsed(expected, (value) => (pattern.test(value) ? value : undefined));
const attempt = <T>(make: () => T): T | undefined => {
  try {
    return make();
  } catch {
    return undefined;
  }
};
const strong = (key: KeyObject | undefined) =>
  key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048 ? key : undefined;

export function privateKeyOf(text: string): KeyObject | undefined {
  if (text.includes('-----BEGIN')) return strong(attempt(() => createPrivateKey(text.replaceAll('\\n', '\n'))));
  const key = Buffer.from(text.replace(/\s+/g, ''), 'base64');
  for (const type of ['pkcs8', 'pkcs1'] as const) {
    const derKey = strong(attempt(() => createPrivateKey({ key, format: 'der', type })));
    if (derKey) return derKey;
  }
  return undefined;
}

export function publicKeyOf(text: string): KeyObject | undefined {
  const plain = text.replaceAll('\\n', '\n').trim();
  if (plain.includes('-----BEGIN CERTIFICATE')) return strong(attempt(() => new X509Certificate(plain).publicKey));
  if (plain.includes('-----BEGIN')) return strong(attempt(() => createPublicKey(plain)));
  const key = Buffer.from(plain.replace(/\s+/g, ''), 'base64');
  return strong(attempt(() => createPublicKey({ key, format: 'der', type: 'spki' })));
}

const serialName = /^(PUB_KEY_ID_[0-9A-Za-z]{1,64}|[0-9A-F]{16,64})$/;
const texts = z.record(z.string().check(z.regex(serialName)), z.string());
function platformKeysOf(text: string): ReadonlyMap<string, KeyObject> | undefined {
  const parseResult = texts.safeParse(attempt((): unknown => JSON.parse(text)));
  if (!parseResult.success) return undefined;
  const keys = new Map<string, KeyObject>();
  for (const [serial, pem] of Object.entries(parseResult.data)) {
    const key = publicKeyOf(pem);
    if (!key) return undefined;
    keys.set(serial, key);
  }
  return keys.size > 0 ? keys : undefined;
}

function publicKeysOf(text: string): readonly KeyObject[] | undefined {
  const keys = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .map(publicKeyOf);
  return keys.length > 0 && keys.length <= 4 && keys.every((key) => key !== undefined) ? keys : undefined;
}
function apiV3KeysOf(text: string): readonly string[] | undefined {
  const keys = text.split(',').map((one) => one.trim());
  return keys.length <= 2 && keys.every((key) => /^[0-9A-Za-z]{32}$/.test(key)) ? keys : undefined;
}
const address = () =>
  parsed('https://主机/路径', (value) => (URL.canParse(value) && /^https?:/.test(value) ? value : undefined));
/** Parser for the notification URL. Vendors accept no query string in it. */
const notifyAddress = () =>
  parsed('https://主机/路径，不带参数', (value) =>
    URL.canParse(value) && /^https?:/.test(value) && new URL(value).search === '' ? value : undefined,
  );

export const payEnvironment = {
  WXPAY_MCH_ID: z.optional(shaped('微信支付商户号', /^\d{8,12}$/)),
  WXPAY_APP_ID: z.optional(shaped('绑定了商户号的 AppID', /^wx[0-9a-z]{16}$/)),
  WXPAY_SERIAL: z.optional(shaped('商户 API 证书的序列号（大写十六进制）', /^[0-9A-F]{16,64}$/)),
  WXPAY_PRIVATE_KEY: z.optional(parsed('商户 API 证书的私钥（PEM，RSA 2048 位以上）', privateKeyOf)),
  WXPAY_API_V3_KEY: z.optional(parsed('APIv3 密钥，32 个字母或数字；更换期间“新,旧”', apiV3KeysOf)),
  WXPAY_PUBLIC_KEYS: z.optional(parsed('{"PUB_KEY_ID_…":"PEM"}，也可以写平台证书', platformKeysOf)),
  WXPAY_BASE: z._default(address(), 'https://api.mch.weixin.qq.com'),
  WXPAY_NOTIFY_URL: z.optional(notifyAddress()),
  WXPAY_APP_SECRET: z.optional(shaped('WXPAY_APP_ID 这个公众号的 AppSecret', /^[0-9a-f]{32}$/)),
  WXPAY_AUTH_BASE: z._default(address(), 'https://open.weixin.qq.com'),
  WXPAY_API_BASE: z._default(address(), 'https://api.weixin.qq.com'),
  ALIPAY_APP_ID: z.optional(shaped('支付宝应用的 APPID', /^\d{16}$/)),
  ALIPAY_SELLER_ID: z.optional(shaped('收款的支付宝账号（PID，2088 开头）', /^2088\d{12}$/)),
  ALIPAY_PRIVATE_KEY: z.optional(parsed('应用私钥（PEM 或 base64，RSA 2048 位以上）', privateKeyOf)),
  ALIPAY_PUBLIC_KEY: z.optional(parsed('支付宝公钥（不是应用公钥），更换期间用逗号隔开', publicKeysOf)),
  ALIPAY_APP_CERT: z.optional(parsed('应用公钥证书（PEM）', certificatesIn)),
  ALIPAY_CERT: z.optional(parsed('支付宝公钥证书（PEM），更换期间两张连在一起', certificatesIn)),
  ALIPAY_ROOT_CERT: z.optional(parsed('支付宝根证书（PEM）', certificatesIn)),
  ALIPAY_GATEWAY: z._default(address(), 'https://openapi.alipay.com/gateway.do'),
  ALIPAY_BILL_BASE: z._default(address(), 'https://dwbillcenter.alipay.com'),
  ALIPAY_NOTIFY_URL: z.optional(notifyAddress()),
};
export const paySecretNames = ['WXPAY_PRIVATE_KEY', 'WXPAY_API_V3_KEY', 'WXPAY_APP_SECRET', 'ALIPAY_PRIVATE_KEY'];
const environment = z.object(payEnvironment);
type Given = z.output<typeof environment>;
type Lacking = (name: string, beside: string) => never;

const wechatNames = [
  'WXPAY_APP_ID',
  'WXPAY_SERIAL',
  'WXPAY_PRIVATE_KEY',
  'WXPAY_API_V3_KEY',
  'WXPAY_APP_SECRET',
] as const;
const alipayNames = ['ALIPAY_SELLER_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY', 'ALIPAY_CERT'] as const;
const orphan = (environmentValues: Given, names: readonly (keyof Given)[]) =>
  names.find((name) => environmentValues[name] !== undefined);

export const notifyPaths = {
  wechat: (mchId: string) => `/payapi/wxpay/notify/${mchId}`,
  alipay: (appId: string) => `/payapi/alipay/notify/${appId}`,
};

/** Reads the payment settings. Calls `lacking` with each missing variable and the variable that requires it. */
export function readPay(environmentValues: Given, publicUrl: string | undefined, lacking: Lacking): PaySettings {
  const notify = (own: string | undefined, path: string, name: string, beside: string) => {
    const url = own ?? (publicUrl === undefined ? undefined : `${publicUrl}${path}`);
    const noticeUrl = url ?? lacking(`PUBLIC_URL 或 ${name}`, beside);
    return () => noticeUrl;
  };
  const homeUrl = () => publicUrl ?? null;
  const wechat = wechatOf(environmentValues, notify, lacking);
  const alipay = alipayOf(environmentValues, notify, lacking);
  return { wechat: wechat && { ...wechat, homeUrl }, alipay: alipay && { ...alipay, homeUrl } };
}

type Notify = (own: string | undefined, path: string, name: string, beside: string) => () => string;

function wechatOf(
  environmentValues: Given,
  notify: Notify,
  lacking: Lacking,
): Omit<WechatPaySettings, 'homeUrl'> | null {
  const { WXPAY_APP_SECRET: secret, WXPAY_AUTH_BASE: authBase, WXPAY_API_BASE: apiBase } = environmentValues;
  const { WXPAY_MCH_ID: mchId } = environmentValues;
  if (mchId === undefined) {
    const beside = orphan(environmentValues, wechatNames);
    return beside === undefined ? null : lacking('WXPAY_MCH_ID', beside);
  }
  const beside = 'WXPAY_MCH_ID';
  return {
    base: environmentValues.WXPAY_BASE.replace(/\/+$/, ''),
    mchId,
    appId: environmentValues.WXPAY_APP_ID ?? lacking('WXPAY_APP_ID', beside),
    serial: environmentValues.WXPAY_SERIAL ?? lacking('WXPAY_SERIAL', beside),
    privateKey: environmentValues.WXPAY_PRIVATE_KEY ?? lacking('WXPAY_PRIVATE_KEY', beside),
    apiV3Keys: environmentValues.WXPAY_API_V3_KEY ?? lacking('WXPAY_API_V3_KEY', beside),
    platformKeys: environmentValues.WXPAY_PUBLIC_KEYS ?? new Map(),
    notifyUrl: notify(environmentValues.WXPAY_NOTIFY_URL, notifyPaths.wechat(mchId), 'WXPAY_NOTIFY_URL', beside),
    oauth: secret === undefined ? null : { secret, authBase, apiBase },
  };
}

function alipayCertificatesOf(
  environmentValues: Given,
  privateKey: KeyObject,
  lacking: Lacking,
): AlipayCertificates | null {
  const theirs = environmentValues.ALIPAY_CERT;
  if (theirs === undefined) return null;
  const [app] = environmentValues.ALIPAY_APP_CERT ?? lacking('ALIPAY_APP_CERT', 'ALIPAY_CERT');
  const roots = environmentValues.ALIPAY_ROOT_CERT ?? lacking('ALIPAY_ROOT_CERT', 'ALIPAY_CERT');
  if (app === undefined) return lacking('ALIPAY_APP_CERT', 'ALIPAY_CERT');
  const combinedCertificates = certificatesOf({ app, roots, theirs, privateKey });
  if (typeof combinedCertificates === 'string') throw new StartError(combinedCertificates);
  return combinedCertificates;
}

function alipayOf(environmentValues: Given, notify: Notify, lacking: Lacking): Omit<AlipaySettings, 'homeUrl'> | null {
  const { ALIPAY_APP_ID: appId } = environmentValues;
  if (appId === undefined) {
    const beside = orphan(environmentValues, alipayNames);
    return beside === undefined ? null : lacking('ALIPAY_APP_ID', beside);
  }
  const beside = 'ALIPAY_APP_ID';
  const privateKey = environmentValues.ALIPAY_PRIVATE_KEY ?? lacking('ALIPAY_PRIVATE_KEY', beside);
  const certificates = alipayCertificatesOf(environmentValues, privateKey, lacking);
  const publicKeys =
    certificates === null
      ? (environmentValues.ALIPAY_PUBLIC_KEY ?? lacking('ALIPAY_PUBLIC_KEY 或 ALIPAY_CERT', beside))
      : [...certificates.keys.values()];
  return {
    gateway: environmentValues.ALIPAY_GATEWAY,
    appId,
    sellerId: environmentValues.ALIPAY_SELLER_ID ?? lacking('ALIPAY_SELLER_ID', beside),
    privateKey,
    publicKeys,
    certificates,
    billBase: environmentValues.ALIPAY_BILL_BASE,
    notifyUrl: notify(environmentValues.ALIPAY_NOTIFY_URL, notifyPaths.alipay(appId), 'ALIPAY_NOTIFY_URL', beside),
  };
}
