// Tests certificate mode with published serial numbers of real certificates, and with the simulator.
import { createPrivateKey } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePair } from '../../../../../simulator/src/pay/keys.ts';
import { openPayVendors, type PayVendors } from '../../../../testing/pay-vendors.ts';
import { certificatesIn, certificatesOf, rootSnOf, snOf } from './certificates.ts';

const ofAlipay = 'C=CN\nO=Ant Financial\nOU=Certification Authority\nCN=Ant Financial Certification Authority';

test('computes the certificate serial numbers that Alipay publishes', () => {
  // Issuer and serial number of a certificate in the tests of Alipay's SDK.
  const app = { issuer: `${ofAlipay} Class 1 R1`, serialNumber: '2020051862039D4090897BA4D51C2126' };
  expect(snOf(app)).toBe('866efef280dec9137a87d047ac446315');
  // A root certificate that is not signed with RSA is ignored.
  const root = (signatureAlgorithmOid: string) => ({ ...app, signatureAlgorithmOid });
  expect(
    rootSnOf(['1.2.840.113549.1.1.11', '1.2.156.10197.1.501', '1.2.840.10045.4.3.2', '1.2.840.113549.1.1.5'].map(root)),
  ).toBe('866efef280dec9137a87d047ac446315_866efef280dec9137a87d047ac446315');
});

test('reports Alipay certificates without a known issuer or with another key at start', async () => {
  const [own, theirs, other] = await Promise.all(['app', 'alipay', 'other'].map(makePair));
  if (!own || !theirs || !other) throw new Error('no pairs');
  const read = (...pems: string[]) => certificatesIn(pems.join('\n')) ?? [];
  const [app] = read(own.certificate);
  if (!app) throw new Error('no certificate');
  const combine = (more: { theirs: string[]; roots: string[]; key?: string }) =>
    certificatesOf({
      app,
      roots: read(...more.roots),
      theirs: read(...more.theirs),
      privateKey: createPrivateKey(more.key ?? own.privateKey),
    });
  expect(combine({ theirs: [theirs.certificate], roots: [theirs.certificate] })).toMatchObject({ appSn: snOf(app) });
  expect(combine({ theirs: [theirs.certificate], roots: [other.certificate] })).toContain(
    '不是 ALIPAY_ROOT_CERT 签发的',
  );
  expect(combine({ theirs: [theirs.certificate], roots: [theirs.certificate], key: other.privateKey })).toContain(
    '不是一对',
  );
  expect(combine({ theirs: [], roots: [theirs.certificate] })).toContain('一张');
  for (const text of ['', 'PEM', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])
    expect(certificatesIn(text)).toBeUndefined();
});

let vendors: PayVendors;
beforeAll(async () => {
  vendors = await openPayVendors({});
});
afterAll(() => vendors.close());

test('refuses an Alipay response under another certificate', async () => {
  const { alipay } = vendors.settings;
  if (!alipay) throw new Error('no settings');
  const { appCertificate, certificate } = vendors.facts.alipay;
  const [app] = certificatesIn(appCertificate) ?? [];
  const theirs = certificatesIn(certificate) ?? [];
  if (!app) throw new Error('no certificate');
  const combinedCertificates = certificatesOf({ app, roots: theirs, theirs, privateKey: alipay.privateKey });
  if (typeof combinedCertificates === 'string') throw new Error(combinedCertificates);
  alipay.certificates = combinedCertificates;
  vendors.reopen();
  const order = { outTradeNo: 'AN20261124CERT01', amountFen: 100, subject: '安澜会员' };
  const opened = await vendors.channel('alipay').open({ ...order, expiresAt: new Date(Date.now() + 900_000) });
  const page = new URL('pageUrl' in opened ? opened.pageUrl : '');
  expect(page.searchParams.get('app_cert_sn')).toBe(combinedCertificates.appSn);
  expect(page.searchParams.get('alipay_root_cert_sn')).toBe(combinedCertificates.rootSn);
  expect((await fetch(page)).status).toBe(200);
  await vendors.lever('act', { vendor: 'alipay', outTradeNo: order.outTradeNo, what: 'pay' });
  expect(await vendors.channel('alipay').query(order.outTradeNo)).toMatchObject({ state: 'paid', amountFen: 100 });

  alipay.certificates = { ...combinedCertificates, keys: new Map([['0'.repeat(32), alipay.privateKey]]) };
  vendors.reopen();
  await expect(vendors.channel('alipay').query(order.outTradeNo)).rejects.toMatchObject({ code: 'CERTIFICATE' });
  alipay.certificates = { ...combinedCertificates, rootSn: 'f'.repeat(32) };
  vendors.reopen();
  await expect(vendors.channel('alipay').query(order.outTradeNo)).rejects.toMatchObject({
    code: 'isv.invalid-cert-sn',
  });
});
