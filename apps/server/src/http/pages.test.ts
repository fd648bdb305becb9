// Serves the built page. Compressed files of the build are sent as they are.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { send } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';

const folder = mkdtempSync(join(tmpdir(), 'anlan-pages-'));
mkdirSync(join(folder, 'assets'));
const code = `export const words = [${'"潮起江南",'.repeat(500)}];`;
const packed = brotliCompressSync(code);
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>x</title>');
writeFileSync(join(folder, 'assets/packed.js'), code);
writeFileSync(join(folder, 'assets/packed.js.br'), packed);
writeFileSync(join(folder, 'assets/packed.js.gz'), gzipSync(code, { level: 9 }));
writeFileSync(join(folder, 'assets/plain.js'), code);
writeFileSync(join(folder, 'assets/small.svg'), '<svg/>');
const app = await openTestApp({ pages: folder });
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const ask = (path: string, encoding: string) =>
  send(app, 'GET', `/assets/${path}`, { headers: { 'accept-encoding': encoding } });

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5', 'br'],
  ['identity', undefined],
  ['', undefined],
])('sends the compressed file to a browser that accepts «%s»: %s', async (encoding, wanted) => {
  const { status, headers, bytes } = await ask('packed.js', encoding);
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBe(wanted);
  expect(headers['vary']).toContain('accept-encoding');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  if (wanted === 'br') expect(bytes.equals(packed)).toBe(true);
  const read = wanted === 'br' ? brotliDecompressSync(bytes) : wanted === 'gzip' ? gunzipSync(bytes) : bytes;
  expect(read.toString()).toBe(code);
  expect(headers['content-length']).toBe(String(bytes.length));
});

test('serves no compressed file under its own path', async () => {
  expect((await ask('small.svg', 'br')).text).toBe('<svg/>');
  const { headers, bytes } = await ask('plain.js', 'gzip');
  expect((headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()).toBe(code);
  for (const path of ['packed.js.br', 'packed.js.gz'])
    expect((await ask(path, 'br')).headers['content-type']).not.toContain('octet-stream');
});
