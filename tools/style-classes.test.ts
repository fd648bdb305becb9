// Style sheets come with the pages that need them and stay: a class that two of them dress is dressed by both from then on.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../apps/web/src');
/** Dressed alike in both places. */
const alike = ['.chat-meek', '.file-list-picture', '.report-switch'];

/** Whose a sheet is: a module, or a part of the shell; what is of `ui` is meant to be refined. */
const ownerOf = (sheet: string) => sheet.split('/').slice(0, 2).join('/');

test('a class by itself is dressed by the sheets of one owner alone', () => {
  const owners = new Map<string, Set<string>>();
  for (const sheet of globSync('**/*.css', { cwd: root })) {
    const text = readFileSync(join(root, sheet), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    const selectors = [...text.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','));
    for (const selector of selectors.map((one) => one.trim()))
      if (/^\.[a-z][\w-]*$/.test(selector) && !sheet.startsWith('ui/'))
        owners.set(selector, (owners.get(selector) ?? new Set()).add(ownerOf(sheet)));
  }
  expect(owners.size).toBeGreaterThan(500);
  const shared = [...owners].filter(([name, of]) => of.size > 1 && !alike.includes(name));
  expect(shared.map(([name, of]) => `${name}: ${[...of].join(', ')}`)).toEqual([]);
});
