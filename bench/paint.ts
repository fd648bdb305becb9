// Compares the first paint of the sign-in page with a bare React page, built and served in the same way.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { firstVisit, withBrowser } from './browser.ts';
import type { Figure } from './measured-results.ts';
import { interleaved, median, roundsOr } from './measure.ts';
import { benchDir } from './database.ts';

const root = join(import.meta.dirname, '..');
const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };
const html = '<!doctype html><div id="root"></div><script type="module" src="/main.js"></script>';
const script = `import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement(StrictMode, null, createElement('h1', null, '安澜')));
`;

/** Builds a React page with one heading and serves it in brotli, like our pages. */
async function serveBarePage() {
  const source = join(root, 'node_modules/.bare-page');
  const built = join(benchDir, 'bare-page');
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, 'index.html'), html);
  writeFileSync(join(source, 'main.js'), script);
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    execFileSync(process.execPath, [vite, 'build', source, '--outDir', built, '--emptyOutDir'], { stdio: 'ignore' });
  } finally {
    rmSync(source, { recursive: true });
  }
  const files = new Map(
    readdirSync(built, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .map((path) => [path.slice(built.length), brotliCompressSync(readFileSync(path))]),
  );
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url;
    const body = files.get(path);
    if (body === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': types[extname(path)], 'content-encoding': 'br' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, stop };
}

export const paint = (): Promise<Figure[]> =>
  withBrowser({}, async ({ browser, app }) => {
    const bare = await serveBarePage();
    try {
      const visits = await interleaved(roundsOr(9), {
        ours: () => firstVisit(browser, app.url, { path: '/login', selector: 'button[type=submit]' }),
        bare: () => firstVisit(browser, bare.url, { path: '/', selector: 'h1' }),
      });
      const paints = (side: 'ours' | 'bare') => median(visits(side).map(({ firstPaint }) => firstPaint));
      const value = paints('ours') / paints('bare');
      return [{ what: 'sign-in page: first paint at 4x CPU beside bare React', value, target: '<= 2' }];
    } finally {
      bare.stop();
    }
  });
