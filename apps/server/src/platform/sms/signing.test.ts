import { expect, test } from 'vitest';
import { canonicalQuery, signAcs3, signTc3 } from './signing.ts';

// The expected signatures are from the documentation of both vendors.
test('ACS3-HMAC-SHA256 gives the published example signature of Aliyun', () => {
  const { authorization } = signAcs3(
    { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
    {
      url: new URL('https://ecs.cn-shanghai.aliyuncs.com/'),
      action: 'RunInstances',
      version: '2014-05-26',
      query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
      at: new Date('2023-10-26T10:22:32Z'),
      nonce: '3156853299f313e23d1673dc12e1703d',
    },
  );
  expect(authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
      'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
      'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

test('TC3-HMAC-SHA256 gives the published example signature of Tencent', () => {
  const { authorization } = signTc3(
    { id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******', secret: 'Gu5t9xGARNpq86cd98joQYCN3*******' },
    {
      url: new URL('https://cvm.tencentcloudapi.com/'),
      service: 'cvm',
      action: 'DescribeInstances',
      version: '2017-03-12',
      region: 'ap-guangzhou',
      payload: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      at: new Date(1_551_113_065_000),
    },
  );
  expect(authorization).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******/2019-02-25/cvm/tc3_request, ' +
      'SignedHeaders=content-type;host, Signature=2230eefd229f582d8b1b891af7107b91597240707d778ab3738f756258d7652c',
  );
});

test('encodes any query of an SMS request in the way that both vendors sign it', () => {
  expect(canonicalQuery({ b: "a b*c~d/e+'(!)", a: '安澜 {"x":1}' })).toBe(
    'a=%E5%AE%89%E6%BE%9C%20%7B%22x%22%3A1%7D&b=a%20b%2Ac~d%2Fe%2B%27%28%21%29',
  );
});
