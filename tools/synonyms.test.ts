// One thing has one word on all screens. synonyms.json lists the other words for it; a word for a level of training is
// 层级 and for a layer of control 管控层级.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from './source.ts';

const root = join(import.meta.dirname, '..');

const synonyms: { use: string; avoid: string[] }[] = JSON.parse(
  readFileSync(join(root, 'tools/synonyms.json'), 'utf8'),
);

const shown = /^(apps\/(server|web|simulator)|packages\/contract)\/src\/.*\.tsx?$/;
/** Files of texts that people see, except quotations of laws. */
const data = ['dictionaries.json', 'expiry-rules.json'].map((name) => `apps/server/data/${name}`);
const comments = /^\s*(\/\/|\/?\*).*$/gm;

test('shows one word for one thing', () => {
  const files = [...listFiles(root).filter((path) => shown.test(path) && !path.includes('.test.')), ...data];
  expect(files.length).toBeGreaterThan(500);
  const findings = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8').replace(comments, '');
    return synonyms.flatMap(({ use, avoid }) =>
      avoid.filter((word) => text.includes(word)).map((word) => `${path}: ${word}, use ${use}`),
    );
  });
  expect(findings).toEqual([]);
});
