// The first paint of sign-in and of home in a browser that has nothing yet, beside a bare React page.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { enter, openChromium, openPage, slow, slowed, windowOf } from './browser.ts';
import { figureOf, interleaved, median, print, type Figure } from './measure.ts';
import { benchDir, openPlace } from './place.ts';
import { serveApp } from './servers.ts';

const rounds = 9;
const root = join(import.meta.dirname, '..');
const kinds: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

/** What React itself needs for one heading, built as our pages are and sent in brotli as they are. */
async function serveBarePage() {
  const source = join(root, 'node_modules/.bare-page');
  const built = join(benchDir, 'bare-page');
  mkdirSync(source, { recursive: true });
  writeFileSync(
    join(source, 'index.html'),
    '<!doctype html><div id="root"></div><script type="module" src="/main.js"></script>',
  );
  writeFileSync(
    join(source, 'main.js'),
    `import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement(StrictMode, null, createElement('h1', null, '安澜')));
`,
  );
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    execFileSync(process.execPath, [vite, 'build', source, '--outDir', built, '--emptyOutDir'], { stdio: 'ignore' });
  } finally {
    rmSync(source, { recursive: true });
  }
  const files = new Map(
    readdirSync(built, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => {
        const path = join(file.parentPath, file.name);
        return [path.slice(built.length), { kind: kinds[extname(path)], body: brotliCompressSync(readFileSync(path)) }];
      }),
  );
  const server = createServer(({ url = '' }, answer) => {
    const file = files.get(url === '/' ? '/index.html' : url);
    if (file?.kind === undefined) return answer.writeHead(404).end();
    return answer.writeHead(200, { 'content-type': file.kind, 'content-encoding': 'br' }).end(file.body);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the bare page is served on no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Arrival {
  /** Milliseconds to the first paint with something in it. */
  painted: number;
  /** Milliseconds until what was come for stands there. */
  there: number;
}

/** Comes to an address with an empty cache; `sought` is what was come for. */
async function arrive(browser: Browser, url: string, path: string, sought: string, session = '{}'): Promise<Arrival> {
  const context = await browser.newContext(windowOf(url));
  try {
    await context.addInitScript(
      ([selector, kept]) => {
        for (const [name, value] of Object.entries(JSON.parse(kept))) sessionStorage.setItem(name, String(value));
        const look = () => {
          if (document.querySelector(selector) === null) requestAnimationFrame(look);
          else performance.mark('there');
        };
        requestAnimationFrame(look);
      },
      [sought, session] as const,
    );
    const page = await openPage(context);
    await slow(page);
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForFunction(
      () =>
        performance.getEntriesByName('there').length > 0 &&
        performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    return await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      there: performance.getEntriesByName('there')[0]?.startTime ?? 0,
    }));
  } finally {
    await context.close();
  }
}

/** `npm run bench paint`. */
export async function paint() {
  const place = await openPlace('anlan_tabs', { 1: 3_000 });
  const app = await serveApp(place);
  const bare = await serveBarePage();
  const browser = await openChromium();
  try {
    const context = await browser.newContext(windowOf(app.url));
    const page = await openPage(context);
    await enter(page);
    const session = await page.evaluate(() =>
      JSON.stringify(
        Object.fromEntries(Object.entries(sessionStorage).filter(([name]) => /token|session$/.test(name))),
      ),
    );
    await context.close();
    const result = await interleaved(rounds, {
      signIn: () => arrive(browser, app.url, '/login', 'button[type=submit]'),
      home: () => arrive(browser, app.url, '/wel/index', '.tiles a, .tile', session),
      bare: () => arrive(browser, bare.url, '/', 'h1'),
    });
    const of = (side: string, what: keyof Arrival) => median((result[side] ?? []).map((arrival) => arrival[what]));
    const figure = (title: string, side: string, what: keyof Arrival, target: string): Figure =>
      figureOf(`${title}, processor ${slowed} times slower`, 'ms', of(side, what), of('bare', what), target);
    print('The first paint, beside a bare React page', [
      figure('sign-in: first paint', 'signIn', 'painted', '<= 2'),
      figure('sign-in: its button stands', 'signIn', 'there', ''),
      figure('home of a signed-in person: first paint', 'home', 'painted', ''),
      figure('home of a signed-in person: its figures stand', 'home', 'there', ''),
    ]);
  } finally {
    await browser.close();
    bare.stop();
    await app.stop();
    await place.stop();
  }
}
