// A style sheet stays loaded after its page is left. A class defined in two sheets would therefore get both styles.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../apps/web/src');
const alike = ['.chat-meek', '.file-list-picture', '.report-switch'];

/** Owner of a style sheet: a module, or a part of the shell. Other sheets may refine the classes of `ui`. */
const ownerOf = (sheet: string) => sheet.split('/').slice(0, 2).join('/');

test('defines a class only in style sheets of one owner', () => {
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
