// Certificate mode: how Alipay names certificates, and which of them speak for it.
import { createHash, X509Certificate, type KeyObject } from 'node:crypto';

/** What an application in certificate mode says of itself, and by whom it lets itself be answered. */
export interface AlipayCertificates {
  /** Name of the application's own certificate. */
  appSn: string;
  /** Names of Alipay's roots. */
  rootSn: string;
  /** Keys of Alipay's certificates by their names: the one in force, and its successor while it is being changed. */
  keys: ReadonlyMap<string, KeyObject>;
  /** When the application's own certificate ends. */
  endsAt: Date;
}

const mostCertificates = 20;
const mostLinks = 5;
const rsa = '1.2.840.113549.1.1.';

/** The certificates in a text; undefined where it holds none, or something else. */
export function certificatesIn(pem: string): X509Certificate[] | undefined {
  const parts = pem.replaceAll('\\n', '\n').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (parts.length === 0 || parts.length > mostCertificates) return undefined;
  try {
    return parts.map((part) => new X509Certificate(part));
  } catch {
    return undefined;
  }
}

/** Alipay's name for a certificate: of whom issued it, from the last part on, and of its number in decimal. */
export const snOf = ({ issuer, serialNumber }: Pick<X509Certificate, 'issuer' | 'serialNumber'>): string =>
  createHash('md5')
    .update(issuer.split('\n').reverse().join(','))
    .update(BigInt(`0x${serialNumber}`).toString())
    .digest('hex');

/** The names of roots, joined; only those signed with RSA count. */
export const rootSnOf = (
  roots: readonly Pick<X509Certificate, 'issuer' | 'serialNumber' | 'signatureAlgorithmOid'>[],
): string =>
  roots
    .filter(({ signatureAlgorithmOid }) => signatureAlgorithmOid.startsWith(rsa))
    .map(snOf)
    .join('_');

const same = (one: X509Certificate, other: X509Certificate) => one.fingerprint256 === other.fingerprint256;

/** Whether a certificate goes back to one of the roots, by way of others that were given with it. */
function isTrusted(
  one: X509Certificate,
  between: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  links = mostLinks,
): boolean {
  if (roots.some((root) => same(root, one))) return true;
  if (links === 0) return false;
  return [...roots, ...between].some(
    (issuer) =>
      !same(issuer, one) &&
      one.checkIssued(issuer) &&
      one.verify(issuer.publicKey) &&
      isTrusted(issuer, between, roots, links - 1),
  );
}

/** What was given of certificates, put together; what is wrong with it in words. */
export function certificatesOf(given: {
  app: X509Certificate;
  roots: readonly X509Certificate[];
  theirs: readonly X509Certificate[];
  privateKey: KeyObject;
}): AlipayCertificates | string {
  const { app, roots, theirs, privateKey } = given;
  if (!app.checkPrivateKey(privateKey)) return 'ALIPAY_APP_CERT 与 ALIPAY_PRIVATE_KEY 不是一对';
  // Whoever issued another one of them is no end of a chain.
  const ends = theirs.filter((one) => !theirs.some((other) => !same(one, other) && other.checkIssued(one)));
  if (ends.length === 0 || ends.length > 2) return 'ALIPAY_CERT 应为一张支付宝公钥证书，更换期间两张';
  if (!ends.every((one) => isTrusted(one, theirs, roots))) return 'ALIPAY_CERT 不是 ALIPAY_ROOT_CERT 签发的';
  return {
    appSn: snOf(app),
    rootSn: rootSnOf(roots),
    keys: new Map(ends.map((one) => [snOf(one), one.publicKey])),
    endsAt: app.validToDate,
  };
}
