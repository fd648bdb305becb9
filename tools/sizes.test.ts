import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantedTree } from './temporary-tree.ts';
import { checkSizes } from './sizes.ts';

const noise = (bytes: number) => randomBytes(bytes).toString('base64');
const manifest = {
  'index.html': { file: 'a/main.js', isEntry: true, imports: ['_react.js'], css: ['a/main.css'] },
  '_react.js': { file: 'a/react.js' },
  'src/modules/session/outside/login.tsx': { file: 'a/login.js', isDynamicEntry: true, imports: ['_react.js'] },
  'src/app/signed-in-shell.tsx': { file: 'a/inside.js', isDynamicEntry: true, imports: ['_antd.js'] },
  'src/modules/risk/screens/list.tsx': { file: 'a/list.js', isDynamicEntry: true, imports: ['_antd.js'] },
  '_antd.js': { file: 'a/antd.js' },
  'src/modules/station/page.tsx': { file: 'a/page.js', isDynamicEntry: true, imports: ['_list-page-x.js'] },
  'src/kit/resource-form.tsx': { file: 'a/form.js', isDynamicEntry: true },
  '_list-page-x.js': { file: 'a/list-page.js' },
};

const files = (sizes: Record<string, number>) => {
  const names = [
    'main.js',
    'main.css',
    'react.js',
    'login.js',
    'inside.js',
    'list.js',
    'antd.js',
    'page.js',
    'form.js',
    'list-page.js',
  ];
  return {
    '.vite/manifest.json': JSON.stringify(manifest),
    'index.html': '<script src="/theme.js"></script><script type="module" src="/a/main.js"></script>',
    'theme.js': noise(sizes['theme.js'] ?? 10),
    ...Object.fromEntries(names.map((name) => [`a/${name}`, noise(sizes[name] ?? 10)])),
  };
};

test.each([
  ['within every budget', {}, []],
  ['a heavy login screen', { 'login.js': 150_000 }, ['sign-in page', 'src/modules/session/outside/login.tsx']],
  ['a heavy shared chunk', { 'react.js': 150_000 }, ['sign-in page']],
  ['a heavy style sheet', { 'main.css': 150_000 }, ['sign-in page']],
  ['a heavy theme script', { 'theme.js': 150_000 }, ['sign-in page']],
  ['a heavy kit', { 'antd.js': 400_000 }, ['home, first visit']],
  ['a heavy page', { 'list.js': 70_000 }, ['src/modules/risk/screens/list.tsx']],
  ['a heavy module', { 'page.js': 70_000 }, ['src/modules/station/page.tsx']],
  ['a heavy form of the kit', { 'form.js': 70_000 }, ['src/kit/resource-form.tsx']],
  ['a heavy chunk of every list', { 'list-page.js': 150_000 }, ['_list-page-x.js']],
])('compares built files with their budgets: %s', (_title, sizes, over) => {
  using tree = plantedTree(files(sizes));
  const { findings } = checkSizes(join(tree.root));
  expect(findings).toEqual(over.map((what) => expect.stringContaining(what)));
});

test('reports a manifest without the pages that have a budget', () => {
  using tree = plantedTree({ '.vite/manifest.json': '{}' });
  expect(checkSizes(tree.root).findings).toHaveLength(2);
});
