import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dataOf, send, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { pdf, png } from '../../testing/sample-files.ts';
import { makeTenant } from '../../testing/tenants.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let token = '';
beforeEach(async () => {
  token = (await signIn(app, await makeTenant(app), 'admin')).access_token;
});

const upload = async (name: string, bytes: Uint8Array = png, query = 'dir=licence') =>
  dataOf<{ url: string; name: string }>(
    await send(app, 'POST', '/upms/file/upload', { token, query, file: { name, type: 'image/png', bytes } }),
  );
const linkTo = async (url: string, by = token) =>
  send(app, 'POST', '/upms/file/link', { token: by, body: { id: url.split('/').at(-1) } });
const opened = (url: string) => send(app, 'GET', url, { headers: { accept: 'image/*,*/*' } });

test('opens a file by link without a token for five minutes (S55)', async () => {
  const { url } = await upload('a.png');
  const { url: link, expiresIn } = dataOf<{ url: string; expiresIn: number }>(await linkTo(url));
  expect(expiresIn).toBe(300);
  const shown = await opened(link);
  expect(shown.status).toBe(200);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  expect(shown.headers['content-disposition']).toMatch(/^inline/);

  const { url: other } = await upload('b.png');
  const missing = await opened(link.replace(/signed\/[^?]+/, `signed/${crypto.randomUUID()}`));
  const altered = [
    link.replace(/signed\/[^?]+/, `signed/${other.split('/').at(-1)}`),
    link.replace(/user=[^&]+/, `user=${crypto.randomUUID()}`),
    link.replace(/tenant=[^&]+/, 'tenant=999999'),
    link.replace(/ends=(\d+)/, (_, ends: string) => `ends=${Number(ends) + 60}`),
    link.replace(/sign=(.)/, (_, first: string) => `sign=${first === 'A' ? 'B' : 'A'}`),
  ];
  for (const address of altered) {
    expect(address).not.toBe(link);
    const answer = await opened(address);
    expect(answer.status, address).toBe(404);
    expect(answer.json, address).toEqual(missing.json);
  }
  app.clock.pass(299);
  expect((await opened(link)).status).toBe(200);
  app.clock.pass(2);
  expect((await opened(link)).status).toBe(404);
});

test('gives nobody a link to an invisible file (S55, S25)', async () => {
  const { url } = await upload('a.png');
  const stranger = (await signIn(app, await makeTenant(app), 'admin')).access_token;
  const [foreign, missing] = [await linkTo(url, stranger), await linkTo(crypto.randomUUID(), stranger)];
  expect(foreign.status).toBe(404);
  expect(foreign.json).toEqual(missing.json);
});

const tricks = [
  '../../etc/passwd.png',
  '..\\..\\windows\\system32.png',
  '/etc/cron.d/x.png',
  'C:\\boot.png',
  '\\\\host\\share\\x.png',
  '..%2f..%2fx.png',
  '%2e%2e%2fx.png',
  '%252e%252e%252fx.png',
  '..%c0%afx.png',
  '....//x.png',
  '.htaccess.png',
  '.png',
  '..png',
  'a/../../b.png',
  'a\0.html.png',
  'a.html\0.png',
  'a\r\nSet-Cookie: x=1.png',
  'a\nb.png',
  'a\tb.png',
  'a"; filename="b.exe.png',
  "a'b.png",
  'a;b.png',
  'a%0d%0ab.png',
  '\u202egnp.exe.png',
  '\u200ba.png',
  '\ufeffa.png',
  `${'长'.repeat(300)}.png`,
  `${'a'.repeat(3000)}.png`,
  'CON.png',
  'aux.png',
  'a:stream.png',
  'a|b.png',
  'a*b?.png',
  '<script>.png',
  '$(id).png',
  '`id`.png',
  '~/.ssh/id.png',
  'file:///etc/x.png',
  'http://x/y.png',
  ' .png',
];

test('stores forty path-like file names under generated keys (S54)', async () => {
  expect(tricks).toHaveLength(40);
  const root = join(app.config.dataDir, 'files');
  for (const name of tricks) {
    const answer = await send(app, 'POST', '/upms/file/upload', {
      token,
      query: 'dir=licence',
      file: { name, type: 'image/png', bytes: png },
    });
    expect([200, 400], JSON.stringify(name)).toContain(answer.status);
    if (answer.status !== 200) continue;
    const back = await send(app, 'GET', dataOf<{ url: string }>(answer).url, { token });
    const disposition = String(back.headers['content-disposition']);
    expect(disposition.length, JSON.stringify(name)).toBeLessThan(1200);
    const decodedName = decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1] ?? '');
    expect([...decodedName].length).toBeLessThanOrEqual(255);
    expect(decodedName, JSON.stringify(name)).not.toMatch(/[\\/\0\r\n<>:"|?*\u202e\u200b\ufeff]/);
    expect(decodedName).not.toMatch(/^\./);
  }
  const storedFiles = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(storedFiles.length).toBeGreaterThan(0);
  for (const { parentPath, name } of storedFiles) {
    expect(join(parentPath, name).slice(root.length + 1)).toMatch(
      /^[0-9]{1,19}\/[0-9]{4}\/[0-9]{2}\/[0-9a-f-]{36}\.(png|jpg|pdf|xlsx|csv)$/,
    );
  }
});

test.each(['../x', '/etc', 'logo/../..', 'logo%2f..', 'C:\\', '\0', 'x'.repeat(300), '__proto__'])(
  'refuses the folder %j for uploads (S54)',
  async (dir) => {
    const answer = await send(app, 'POST', '/upms/file/upload', {
      token,
      query: { dir },
      file: { name: 'a.png', type: 'image/png', bytes: png },
    });
    expect(answer.status).toBe(400);
  },
);

test('refuses a file that is not an image under any name (S55)', async () => {
  const page = Buffer.from('<html><script>alert(1)</script>');
  const answer = await send(app, 'POST', '/upms/file/upload', {
    token,
    query: 'dir=licence',
    file: { name: 'a.png', type: 'image/png', bytes: page },
  });
  expect(answer.status).toBe(400);
  const { url } = await upload('a.pdf', pdf);
  const { url: link } = dataOf<{ url: string }>(await linkTo(url));
  const shown = await opened(link);
  expect(shown.headers['content-type']).toBe('application/pdf');
  expect(String(shown.headers['content-security-policy'])).not.toContain('sandbox');
});
