import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unlockedOptionals } from './whole-lock.mjs';

test('finds every optional package of the repository in its lock file', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
  expect(unlockedOptionals(lock)).toEqual([]);
});

test('looks up an optional package as Node does, from the inside out', () => {
  const optionalDependencies = { near: '1.0.0', far: '1.0.0', nowhere: '1.0.0' };
  const packages = {
    '': {},
    'node_modules/a/node_modules/b': { optionalDependencies },
    'node_modules/a/node_modules/near': {},
    'node_modules/far': {},
    'node_modules/c/node_modules/nowhere': {},
  };
  expect(unlockedOptionals({ packages })).toEqual([['node_modules/a/node_modules/b', 'nowhere']]);
});
