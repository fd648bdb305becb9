import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { environmentNames, readConfig } from './config.ts';
import { productionFaults } from './platform/start/production.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-config-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('listens on loopback with all protections on when the environment is empty', () => {
  const config = readConfig({}, folder);
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    dataDir: join(folder, 'data'),
    databaseUrl: null,
    captcha: true,
    rateLimit: true,
    encryptResponses: false,
    demoMode: false,
    seed: { kind: 'demo' },
    production: false,
    loopback: true,
    exposed: false,
    local: true,
    switchedOff: [],
    warnings: [],
  });
  expect([...config.roles]).toEqual(['web', 'live', 'worker']);
});

test.each([
  ['PORT', '99999'],
  ['PORT', '80a'],
  ['HOST', 'a b'],
  ['CAPTCHA', 'maybe'],
  ['ROLES', 'web,disk'],
  ['SEED', '0'],
  ['SEED', '1000001'],
  ['NODE_ENV', 'prod'],
  ['LOG_LEVEL', 'loud'],
  ['PUBLIC_URL', 'https://a.example/path'],
  ['PUBLIC_URL', 'ftp://a.example'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '10.0.0.0/40'],
  ['SIMULATOR_PORT', '0'],
])('refuses %s=%s in one line that names the setting', (name, value) => {
  expect(() => readConfig({ [name]: value }, folder)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(new RegExp(`^配置 ${name} 的值 ".*" 不对：应为 [^\n]+$`)),
    }),
  );
});

test.each([
  ['DATABASE_URL', 'mysql://me:hush-hush@host/db'],
  ['PASSWORD_KEY', 'hush-hush'],
  ['METRICS_TOKEN', 'hush-hush'],
])('refuses a bad %s without showing its value', (name, value) => {
  expect(() => readConfig({ [name]: value }, folder)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hush') }),
  );
});

const ways: Record<string, string>[] = [
  { PUBLIC_URL: 'https://anlan.example' },
  { TRUST_PROXY: '127.0.0.1' },
  { DIRECTORY_PROXY: '127.0.0.1', DIRECTORY_PROXY_SECRET: 'x'.repeat(32) },
  { WXOPEN_REDIRECT: 'https://anlan.example/authredirect' },
];

test('S91 allows CAPTCHA=off and RATE_LIMIT=off only when no other machine can reach the server', () => {
  const off = { CAPTCHA: 'off', RATE_LIMIT: 'off' };
  for (const HOST of ['127.0.0.1', '127.8.9.1', '::1', 'localhost'])
    expect(readConfig({ ...off, HOST }, folder)).toMatchObject({ captcha: false, rateLimit: false, warnings: [] });
  for (const HOST of ['0.0.0.0', '::', '10.1.2.3', 'anlan.example']) {
    const config = readConfig({ ...off, HOST }, folder);
    expect(config).toMatchObject({ captcha: true, rateLimit: true, exposed: true });
    expect(config.warnings).toHaveLength(2);
  }
  for (const way of ways) {
    const config = readConfig({ ...off, ...way }, folder);
    expect(config, JSON.stringify(way)).toMatchObject({ captcha: true, rateLimit: true, exposed: true });
    expect(config.warnings.join(), JSON.stringify(way)).toContain(Object.keys(way)[0] ?? '?');
  }
});

test('S91 closes local-only pages on an exposed or production installation', () => {
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(readConfig({ HOST }, folder).local).toBe(true);
  for (const envVariables of [...ways, { HOST: '0.0.0.0' }, { NODE_ENV: 'production' }])
    expect(readConfig(envVariables, folder).local, JSON.stringify(envVariables)).toBe(false);
});

test('S91 refuses CAPTCHA=off and RATE_LIMIT=off in every production installation', () => {
  const refused = (variables: Record<string, string>) =>
    productionFaults(readConfig({ NODE_ENV: 'production', ...variables }, folder), []).map(
      (line) => line.split('（')[0],
    );
  for (const way of [{}, ...ways, { HOST: '0.0.0.0' }])
    expect(refused({ ...way, CAPTCHA: 'off', RATE_LIMIT: 'off' })).toEqual(['CAPTCHA=off', 'RATE_LIMIT=off']);
  expect(refused({ CAPTCHA: 'on', RATE_LIMIT: 'on' })).toEqual([]);
});

test('warns that PUBLIC_URL is unset when a proxy is set', () => {
  const { warnings } = readConfig({ TRUST_PROXY: '127.0.0.1' }, folder);
  expect(warnings.join()).toContain('PUBLIC_URL');
  expect(readConfig({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://anlan.example' }, folder).warnings).toEqual([]);
});

test('counts an installation on loopback as exposed when PUBLIC_URL or a proxy is set', () => {
  expect(readConfig({ PUBLIC_URL: 'https://anlan.example' }, folder)).toMatchObject({
    loopback: true,
    exposed: true,
    publicUrl: 'https://anlan.example',
  });
  expect(readConfig({ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16' }, folder)).toMatchObject({
    exposed: true,
    trustProxy: ['10.0.0.1', '10.1.0.0/16'],
  });
});

test('S88 starts no simulator in production, even when it is configured', () => {
  const placeIn = (variables: Record<string, string>) => readConfig(variables, folder).simulator;
  expect(placeIn({})).toEqual({ port: 8081, orAny: true });
  expect(placeIn({ NODE_ENV: 'production' })).toBeNull();
  expect(placeIn({ NODE_ENV: 'production', SIMULATOR_PORT: '9000' })).toBeNull();
  expect(placeIn({ NODE_ENV: 'production', ALLOW_SIMULATOR: 'on', SIMULATOR_PORT: '9000' })?.port).toBe(9000);
});

test('seeds nothing in production by default', () => {
  expect(readConfig({ NODE_ENV: 'production' }, folder)).toMatchObject({ production: true, seed: { kind: 'none' } });
  expect(readConfig({ SEED: '5000' }, folder).seed).toEqual({ kind: 'count', enterprises: 5000 });
});

test('reads a setting from a file and trims the value', () => {
  writeFileSync(join(folder, 'key'), 'abcdefgh01234567\n');
  const config = readConfig({ PASSWORD_KEY_FILE: 'key' }, folder);
  expect(config.secrets.passwordKey).toBe('abcdefgh01234567');
  expect(config.secretFiles).toEqual([join(folder, 'key')]);
  expect(() => readConfig({ PASSWORD_KEY_FILE: 'gone' }, folder)).toThrow(/PASSWORD_KEY_FILE 指向的文件/);
  expect(() => readConfig({ PASSWORD_KEY_FILE: 'key', PASSWORD_KEY: 'a' }, folder)).toThrow(/只留一个/);
});

test('uses .env only for unset variables', () => {
  writeFileSync(join(folder, '.env'), 'PORT=9001\nLOG_LEVEL="debug" # louder\nDATABASE_URL_FILE=./url\n');
  writeFileSync(join(folder, 'url'), 'postgresql://owner:pw@db.example/anlan\n');
  expect(readConfig({ PORT: '9002' }, folder)).toMatchObject({
    port: 9002,
    logLevel: 'debug',
    databaseUrl: 'postgresql://owner:pw@db.example/anlan',
  });
  expect(readConfig({ DATABASE_URL: 'postgresql://other@db.example/anlan' }, folder).databaseUrl).toContain('other');
});

test('reads how far the clock is ahead', () => {
  const offset = (value: string) => readConfig({ CLOCK_OFFSET: value }, folder).clockOffsetMs;
  expect([offset('40d'), offset('6h'), offset('90m'), offset('')]).toEqual([3_456_000_000, 21_600_000, 5_400_000, 0]);
  for (const wrong of ['40', 'd', '-1d', '40 days']) expect(() => offset(wrong), wrong).toThrow('CLOCK_OFFSET');
});

test('documents every setting in docs/operations', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operations/configuration.md'), 'utf8');
  for (const name of environmentNames) expect(page, name).toContain(`\`${name}\``);
});

test('refuses to start with incomplete identity provider settings', () => {
  const wechat = { WXOPEN_APP_ID: 'wx0123456789', WXOPEN_SECRET: 'x'.repeat(32) };
  expect(readConfig({}, folder)).toMatchObject({ wxopen: null, directories: [], directoryProxy: null });
  expect(() => readConfig({ WXOPEN_APP_ID: 'wx0123456789' }, folder)).toThrow(/要一起给出/);
  expect(() => readConfig(wechat, folder)).toThrow(/PUBLIC_URL 或 WXOPEN_REDIRECT/);
  const wxopen = readConfig({ ...wechat, PUBLIC_URL: 'https://anlan.example' }, folder).wxopen;
  expect(wxopen).toMatchObject({ authBase: 'https://open.weixin.qq.com', apiBase: 'https://api.weixin.qq.com' });
  expect(wxopen?.redirect()).toBe('https://anlan.example/authredirect');
  const directory = { id: 'ad', name: '目录', bindDn: 'cn=a', bindPassword: 'DIRECTORY-SECRET', baseDn: 'dc=a' };
  const open = () => readConfig({ DIRECTORIES: JSON.stringify([{ ...directory, url: 'ldap://dc.example' }]) }, folder);
  expect(open).toThrow(/DIRECTORIES 不对/);
  expect(open).not.toThrow(/DIRECTORY-SECRET/);
  expect(() => readConfig({ DIRECTORY_PROXY: '10.0.0.1' }, folder)).toThrow(/要一起给出/);
});

test('refuses to start with incomplete payment settings or weak payment keys', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const bare = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const wechat = {
    WXPAY_MCH_ID: '1900009191',
    WXPAY_APP_ID: 'wx0123456789abcdef',
    WXPAY_SERIAL: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
    WXPAY_PRIVATE_KEY: pem(pair.privateKey),
    WXPAY_API_V3_KEY: `${'a'.repeat(32)},${'b'.repeat(32)}`,
    WXPAY_PUBLIC_KEYS: JSON.stringify({ PUB_KEY_ID_0119: publicPem }),
    PUBLIC_URL: 'https://anlan.example',
  };
  const alipay = {
    ALIPAY_APP_ID: '2021000000009191',
    ALIPAY_SELLER_ID: '2088000000009191',
    ALIPAY_PRIVATE_KEY: pem(pair.privateKey).replace(/-----[^-]+-----|\s/g, ''),
    ALIPAY_PUBLIC_KEY: `${bare},${bare}`,
    PUBLIC_URL: 'https://anlan.example',
  };
  expect(readConfig({}, folder).pay).toEqual({ wechat: null, alipay: null });
  const { pay } = readConfig({ ...wechat, ...alipay }, folder);
  expect(pay.wechat?.apiV3Keys).toHaveLength(2);
  expect([...(pay.wechat?.platformKeys.keys() ?? [])]).toEqual(['PUB_KEY_ID_0119']);
  expect(pay.wechat?.notifyUrl()).toBe('https://anlan.example/payapi/wxpay/notify/1900009191');
  expect(pay.alipay?.notifyUrl()).toBe('https://anlan.example/payapi/alipay/notify/2021000000009191');
  expect(pay.alipay?.publicKeys).toHaveLength(2);
  for (const vendorSettings of [wechat, alipay])
    for (const name of Object.keys(vendorSettings).filter((one) => one !== 'WXPAY_PUBLIC_KEYS'))
      expect(() => readConfig({ ...vendorSettings, [name]: undefined }, folder), name).toThrow(/还需要/);
  const wrong = (more: Record<string, string>) => () => readConfig({ ...wechat, ...more }, folder);
  expect(wrong({ WXPAY_PRIVATE_KEY: pem(weak.privateKey) })).toThrow(/WXPAY_PRIVATE_KEY 不对：应为/);
  expect(wrong({ WXPAY_PRIVATE_KEY: pem(weak.privateKey) })).not.toThrow(/BEGIN/);
  expect(wrong({ WXPAY_API_V3_KEY: 'SECRET-too-short' })).not.toThrow(/SECRET/);
  expect(wrong({ WXPAY_PUBLIC_KEYS: '{"serial":"no key"}' })).toThrow(/PUB_KEY_ID/);
  expect(wrong({ WXPAY_NOTIFY_URL: 'https://anlan.example/pay?x=1' })).toThrow(/不带参数/);
});

test('S88 refuses payment vendors on this machine in production', () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const productionEnv = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://anlan.example',
    WXPAY_MCH_ID: '1900009191',
    WXPAY_APP_ID: 'wx0123456789abcdef',
    WXPAY_SERIAL: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
    WXPAY_PRIVATE_KEY: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    WXPAY_API_V3_KEY: 'a'.repeat(32),
    WXPAY_BASE: 'http://127.0.0.1:8081/pay',
  };
  const faults = (more: Record<string, string | undefined>) =>
    productionFaults(readConfig({ ...productionEnv, ...more }, folder), []).join();
  expect(faults({})).toMatch(/WXPAY_BASE.*指向本机/);
  expect(faults({})).toMatch(/通知地址是 http/);
  expect(faults({ ALLOW_SIMULATOR: 'on' })).not.toMatch(/WXPAY_BASE|通知地址/);
  expect(faults({ WXPAY_BASE: undefined, PUBLIC_URL: 'https://anlan.example' })).not.toMatch(/WXPAY|通知地址/);
});
