// Certificate mode: certificate serial numbers as Alipay computes them, and trusted certificates.
import { createHash, X509Certificate, type KeyObject } from 'node:crypto';

export interface AlipayCertificates {
  appSn: string;
  rootSn: string;
  /**
   * Public keys by certificate serial number: the current one, and also the next one while Alipay changes its
   * certificate.
   */
  keys: ReadonlyMap<string, KeyObject>;
  endsAt: Date;
}

const mostCertificates = 20;
const mostLinks = 5;
const rsa = '1.2.840.113549.1.1.';

export function certificatesIn(pem: string): X509Certificate[] | undefined {
  const parts = pem.replaceAll('\\n', '\n').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (parts.length === 0 || parts.length > mostCertificates) return undefined;
  try {
    return parts.map((part) => new X509Certificate(part));
  } catch {
    return undefined;
  }
}

/** Serial number as Alipay computes it: MD5 of the issuer, last part first, followed by the decimal serial number. */
export const snOf = ({ issuer, serialNumber }: Pick<X509Certificate, 'issuer' | 'serialNumber'>): string =>
  createHash('md5')
    .update(issuer.split('\n').reverse().join(','))
    .update(BigInt(`0x${serialNumber}`).toString())
    .digest('hex');

export const rootSnOf = (
  roots: readonly Pick<X509Certificate, 'issuer' | 'serialNumber' | 'signatureAlgorithmOid'>[],
): string =>
  roots
    .filter(({ signatureAlgorithmOid }) => signatureAlgorithmOid.startsWith(rsa))
    .map(snOf)
    .join('_');

const same = (one: X509Certificate, other: X509Certificate) => one.fingerprint256 === other.fingerprint256;

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

export function certificatesOf(input: {
  app: X509Certificate;
  roots: readonly X509Certificate[];
  theirs: readonly X509Certificate[];
  privateKey: KeyObject;
}): AlipayCertificates | string {
  const { app, roots, theirs, privateKey } = input;
  if (!app.checkPrivateKey(privateKey)) return 'ALIPAY_APP_CERT 与 ALIPAY_PRIVATE_KEY 不是一对';
  // A certificate that issued another one is not the end of a chain.
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
