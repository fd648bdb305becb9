import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkLengths } from './lengths.ts';
import { checkLicences, isAllowed } from './licences.ts';
import { plantedTree } from './temporary-tree.ts';
import { checkSupply, isBelow } from './supply.ts';

const encrypted = { version: '6.0.0', integrity: 'sha512-x', license: 'MIT' };

function lockWith(packages: Record<string, object>) {
  const tree = plantedTree({ 'package.json': '{}' });
  for (const path of ['packages/contract', 'apps/server', 'apps/web'])
    writeFileSync(join(tree.root, path, 'package.json'), '{}');
  writeFileSync(join(tree.root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  return tree;
}

test('finds nothing for a locked package with an allowed licence', () => {
  using tree = lockWith({ '': {}, 'node_modules/fastify': encrypted });
  expect([...checkSupply(tree.root), ...checkLicences(tree.root)]).toEqual([]);
});

test.each([
  ['below its minimum version', 'fastify', { ...encrypted, version: '5.12.1' }, 'below 5.12.2'],
  ['with a new install script', 'left', { ...encrypted, hasInstallScript: true }, 'install script'],
  ['without an integrity hash', 'left', { version: '1.0.0', license: 'MIT' }, 'no sha512'],
  ['from a repository', 'left', { ...encrypted, resolved: 'git+ssh://left' }, 'registry'],
  ['under the AGPL', 'left', { ...encrypted, license: 'AGPL-3.0-only' }, 'AGPL-3.0-only'],
  ['under no licence', 'left', { ...encrypted, license: undefined }, 'unknown'],
])('finds a package %s', (_title, name, entry, why) => {
  using tree = lockWith({ [`node_modules/${name}`]: entry });
  expect([...checkSupply(tree.root), ...checkLicences(tree.root)]).toEqual([expect.stringContaining(why)]);
});

test('finds a version range in a manifest', () => {
  using tree = lockWith({});
  writeFileSync(join(tree.root, 'package.json'), JSON.stringify({ dependencies: { left: '^1.0.0' } }));
  expect(checkSupply(tree.root)).toEqual([expect.stringContaining('pin one exact version')]);
});

test('compares versions by number', () => {
  expect(isBelow('5.9.0', '5.12.2')).toBe(true);
  expect(isBelow('18.4.0-beta.17', '18.4.0')).toBe(false);
  expect(isBelow('6.0.0', '5.12.2')).toBe(false);
});

test('allows a licence expression when its allowed parts satisfy it', () => {
  for (const fine of ['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', '(MIT AND (ISC OR GPL-2.0))'])
    expect(isAllowed(fine), fine).toBe(true);
  for (const wrong of ['GPL-3.0', 'MIT AND GPL-3.0', 'UNLICENSED', '', 'MIT ISC', 'SEE LICENSE IN x'])
    expect(isAllowed(wrong), wrong).toBe(false);
});

test('finds a file of more than 400 lines, but not a table of calls', () => {
  const long = 'export {};\n'.repeat(401);
  using tree = plantedTree({ 'apps/web/src/lib/long.ts': long, 'packages/contract/src/http/long.ts': long });
  expect(checkLengths(tree.root)).toEqual([expect.stringContaining('apps/web/src/lib/long.ts')]);
});

test('reads the licence list of an old manifest', () => {
  const pack = (license?: string) => ({ version: '1.0.0', integrity: 'sha512-x', license });
  using tree = lockWith({
    'node_modules/old': pack(),
    'node_modules/worse': pack(),
    'node_modules/@img/sharp-libvips-linux-x64': pack('LGPL-3.0-or-later'),
    'node_modules/left': pack('LGPL-3.0-or-later'),
  });
  for (const [name, type] of [
    ['old', 'MIT'],
    ['worse', 'GPL-3.0'],
  ]) {
    mkdirSync(join(tree.root, `node_modules/${name}`), { recursive: true });
    writeFileSync(join(tree.root, `node_modules/${name}/package.json`), JSON.stringify({ licenses: [{ type }] }));
  }
  expect(checkLicences(tree.root)).toEqual([
    expect.stringContaining('worse: GPL-3.0'),
    expect.stringContaining('left: LGPL-3.0-or-later'),
  ]);
});
