import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Source files that must work without a network: the offline store and the screens that show its data. */
const parts = [
  /app\/offline\/open\.ts$/,
  /app\/offline\/offline-view\.tsx$/,
  /lib\/offline\/delivery\.ts$/,
  /parts\/finish-drawer\.tsx$/,
];
const always = ['/theme.js', '/engine.js', '/favicon.svg'];

/** Writes the service worker that caches the offline page (decision 0050). */
export const offlineShell = (): Plugin => ({
  name: 'offline-shell',
  apply: 'build',
  // Runs after Vite removes empty chunks.
  enforce: 'post',
  writeBundle({ dir = '' }, bundle) {
    const chunks = new Map(Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])));
    const files = new Set<string>();
    const take = (name: string) => {
      const chunk = chunks.get(name);
      if (!chunk || files.has(name)) return;
      files.add(name);
      for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
      for (const other of chunk.imports) take(other);
    };
    for (const chunk of chunks.values()) {
      const id = (chunk.facadeModuleId ?? '').replaceAll('\\', '/');
      if (chunk.isEntry || parts.some((part) => part.test(id))) take(chunk.fileName);
    }
    const there = [...files].filter((name) => existsSync(join(dir, name))).sort();
    const listed = [...always, ...there.map((name) => `/${name}`)];
    const mark = createHash('sha256').update(listed.join()).digest('hex').slice(0, 16);
    writeFileSync(join(dir, 'sw.js'), worker(mark, listed));
  },
});

const worker = (
  mark: string,
  files: readonly string[],
) => `// Keeps the page that opens without a network; written by the build.
const name = 'anlan-shell-${mark}';
const files = new Set(${JSON.stringify(files)});
const page = '/login';
addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(name);
    await Promise.all([...files].map(async (file) => cache.add(file)));
    const shell = await fetch(page, { headers: { accept: 'text/html' }, cache: 'no-store' });
    if (!shell.ok) throw new Error('no page');
    await cache.put(page, shell);
    await skipWaiting();
  };
  event.waitUntil(fill());
});
addEventListener('activate', (event) => {
  const clean = async () => {
    const all = await caches.keys();
    await Promise.all(all.filter((one) => one.startsWith('anlan-shell-') && one !== name).map((one) => caches.delete(one)));
    await clients.claim();
  };
  event.waitUntil(clean());
});
const kept = async (key) => (await caches.open(name)).match(key, { ignoreVary: true });
addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname.startsWith('/upms/file/') || pathname.startsWith('/auth/')) return;
    event.respondWith(
      fetch(request).catch(async (error) => {
        const shell = await kept(page);
        if (shell) return shell;
        throw error;
      }),
    );
  } else if (files.has(pathname)) event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
});
`;
