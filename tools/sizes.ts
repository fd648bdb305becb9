// Computes the download size of a first visit in brotli bytes, from Vite's manifest. The result is exact enough for a
// test.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { readJson } from './lock.ts';
import { report, treeRoot } from './source.ts';

interface Chunk {
  file: string;
  css: string[];
  imports: string[];
  entry: boolean;
  lazy: boolean;
}

export const budgets = { signIn: 95_000, home: 290_000, page: 40_000, list: 90_000 };

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

function readManifest(dist: string): Map<string, Chunk> {
  const manifest = readJson(join(dist, '.vite/manifest.json'));
  return new Map(
    Object.entries(manifest).map(([key, value]) => {
      const { file, css, imports, isEntry, isDynamicEntry }: Record<string, unknown> = Object(value);
      const chunk = { file: String(file), css: texts(css), imports: texts(imports) };
      return [key, { ...chunk, entry: isEntry === true, lazy: isDynamicEntry === true }];
    }),
  );
}

// Uses the size of the file that the build compressed. The HTML page itself is compressed at each response.
const weigh = (path: string): number =>
  existsSync(`${path}.br`)
    ? statSync(`${path}.br`).size
    : brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

// Files named in index.html, such as the script that sets the theme before the first paint.
function named(dist: string): string[] {
  const page = join(dist, 'index.html');
  if (!existsSync(page)) return [];
  const links = readFileSync(page, 'utf8').matchAll(/(?:src|href)="\/([^"?#]+\.(?:m?js|css))"/g);
  return ['index.html', ...[...links].flatMap(([, path]) => (path && existsSync(join(dist, path)) ? [path] : []))];
}

function filesOf(chunks: Map<string, Chunk>, keys: string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = chunks.get(key);
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...chunk.css]) files.add(file);
    for (const next of chunk.imports) visit(next);
  };
  for (const key of keys) visit(key);
  return files;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

export function checkSizes(dist: string): { weights: [string, number, number][]; findings: string[] } {
  const chunks = readManifest(dist);
  const lazy = [...chunks].filter(([, chunk]) => chunk.lazy).map(([key]) => key);
  const entries = [...chunks].filter(([, chunk]) => chunk.entry).map(([key]) => key);
  const page = (keys: string[]) =>
    [...new Set([...named(dist), ...filesOf(chunks, [...entries, ...keys])])]
      .map((file) => weigh(join(dist, file)))
      .reduce((sum, bytes) => sum + bytes, 0);
  // Chunks that the page itself loads soon after its start count too. Dialogs and searches that a user opens do not
  // count.
  const soon = (key: string) => key.startsWith('src/lib/') && !/\/record-search\b/.test(key);
  // Home pages of other kinds of account do not count, because only one is loaded. Drawers do not count, because they
  // are loaded when opened.
  const otherKinds = /\/home\/parts\/\w+-(home|drawer)\b/;
  // The sign-in page is in the entry, or a lazy chunk.
  const signIn = lazy.filter((key) => /\/outside\/(login|sign-in)\b|^src\/lib\/grey\b/.test(key));
  const home = lazy.filter(
    (key) => (/^src\/app\/(app|signed-in-shell)\b|\/home\b/.test(key) && !otherKinds.test(key)) || soon(key),
  );
  const weights: [string, number, number][] = [
    ['sign-in page', page(signIn), budgets.signIn],
    ['home, first visit', page(home), budgets.home],
  ];
  const own = (key: string, budget: number) => {
    const { file, css } = chunks.get(key) ?? { file: '', css: [] };
    weights.push([key, [file, ...css].reduce((sum, each) => sum + weigh(join(dist, each)), 0), budget]);
  };
  for (const key of lazy.filter((each) => /^src\/(modules|kit)\//.test(each))) own(key, budgets.page);
  // The chunk of all lists has a separate budget and counts for no single page.
  for (const key of [...chunks.keys()].filter((each) => each.startsWith('_list-page-'))) own(key, budgets.list);
  const findings = weights.flatMap(([what, bytes, budget]) =>
    bytes > budget ? [`${what}: ${kilobytes(bytes)} of at most ${kilobytes(budget)}`] : [],
  );
  if (entries.length === 0) findings.push('sign-in page: no entry in the manifest');
  if (home.length === 0) findings.push('home: no lazy chunk of the shell in the manifest');
  return { weights, findings };
}

if (import.meta.main) {
  const dist = join(treeRoot(), 'apps/web/dist');
  const { weights, findings } = checkSizes(dist);
  for (const [what, bytes, budget] of weights) console.log(`${kilobytes(bytes)} of ${kilobytes(budget)}  ${what}`);
  report('sizes', findings);
}
