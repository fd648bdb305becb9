// S43: the CSP of the page allows images of the configured tile host and of no other host.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#config';
import { callNamed, dataOf, send, sendCall, signIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/tenants.ts';

const pages = mkdtempSync(join(tmpdir(), 'anlan-pages-'));
writeFileSync(join(pages, 'index.html'), '<!doctype html><title>安澜</title>');
afterAll(() => rmSync(pages, { recursive: true, force: true }));

const tiles = 'https://tiles.example.com/{z}/{x}/{y}.png?key=abc';

test('S43 adds only the host of configured map tiles to the CSP', async () => {
  const imagesOf = async (env: Record<string, string>) => {
    const app = await openTestApp({ pages, env });
    try {
      const tenant = await makeTenant(app);
      const token = (await signIn(app, tenant, 'regulator')).access_token;
      const settings = dataOf(await sendCall(app, callNamed(app, 'enterprise.mapSettings'), {}, { token }));
      const page = await send(app, 'GET', '/bus/enterprise/map', { headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
      const policy = String(page.headers['content-security-policy']);
      return { settings, images: /img-src ([^;]+)/.exec(policy)?.[1]?.split(' ') ?? [] };
    } finally {
      await app.close();
    }
  };
  const plain = await imagesOf({});
  const tilesPage = await imagesOf({ MAP_TILES: tiles, MAP_DATUM: 'wgs84', MAP_ATTRIBUTION: '审图号' });
  expect(plain.settings).toEqual({ tiles: null, datum: 'gcj02', attribution: '' });
  expect(tilesPage.settings).toEqual({ tiles, datum: 'wgs84', attribution: '审图号' });
  expect(tilesPage.images).toEqual([...plain.images, 'https://tiles.example.com']);
  // Enough time to start two servers one after the other.
}, 120_000);

test('S43 stops the start with a message when the map tile URL is invalid', () => {
  for (const wrong of [
    'https://a.example/{z}/{x}.png',
    'ftp://a/{z}/{x}/{y}',
    "https://a';script/{z}/{x}/{y}",
    'https://{s}.a/{z}/{x}/{y}',
  ])
    expect(() => readConfig({ MAP_TILES: wrong }, pages), wrong).toThrow('MAP_TILES');
});
