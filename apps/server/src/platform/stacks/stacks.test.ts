import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStacks } from './index.ts';

let pages: string;
beforeAll(() => {
  pages = mkdtempSync(join(tmpdir(), 'anlan-stacks-'));
  mkdirSync(join(pages, 'assets'));
  // A map with two positions in the first line of the built file, columns 0 and 10.
  const map = { version: 3, sources: ['../../src/app/list.tsx'], names: [], mappings: 'AAAA,UACA' };
  writeFileSync(join(pages, 'assets/list-a1.js.map'), JSON.stringify(map));
  writeFileSync(join(pages, 'assets/broken-b2.js.map'), '{');
  writeFileSync(join(pages, 'secret.js.map'), JSON.stringify({ ...map, sources: ['secret'] }));
});
afterAll(() => rmSync(pages, { recursive: true, force: true }));

test('resolves Chromium and Firefox error stacks by source maps', async () => {
  const read = openStacks(pages);
  expect(
    await read(
      [
        'TypeError: x',
        '    at f (http://own.example/assets/list-a1.js:1:1)',
        'g@https://own.example/assets/list-a1.js:1:15',
        '    at old (http://own.example/assets/list-00.js:1:1)',
      ].join('\n'),
    ),
  ).toEqual([
    { raw: 'TypeError: x', source: null },
    { raw: '    at f (http://own.example/assets/list-a1.js:1:1)', source: 'src/app/list.tsx:1:1' },
    { raw: 'g@https://own.example/assets/list-a1.js:1:15', source: 'src/app/list.tsx:2:1' },
    { raw: '    at old (http://own.example/assets/list-00.js:1:1)', source: null },
  ]);
});

test('opens no other file for a fabricated error stack', async () => {
  const read = openStacks(pages);
  const hostile = [
    'at http://x/assets/../secret.js:1:1',
    'at http://x/assets/..%2fsecret.js:1:1',
    'at http://x/assets/broken-b2.js:1:1',
    'at http://x/assets/list-a1.js:9999999:9999999',
    'at http://x/assets/list-a1.js:0:0',
    ...Array.from({ length: 500 }, (_, nth) => `at http://x/assets/n${nth}.js:1:1`),
  ];
  const lines = await read(hostile.join('\n'));
  expect(lines).toHaveLength(60);
  expect(lines.filter(({ source }) => source?.includes('secret'))).toEqual([]);
  expect(await openStacks(null)('at /assets/list-a1.js:1:1')).toEqual([
    { raw: 'at /assets/list-a1.js:1:1', source: null },
  ]);
});
