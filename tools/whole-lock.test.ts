import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unlockedOptionals } from './whole-lock.mjs';

test('npm ci accepts the lock file: every optional package it names is locked', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
  expect(unlockedOptionals(lock)).toEqual([]);
});

test('a package is looked for where Node would find it, from the inside out', () => {
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
