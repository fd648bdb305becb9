// The examples for operators: their release number, the names of their settings, the hardening of the unit.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environmentNames } from '../apps/server/src/config.ts';
import { release } from '../packages/contract/src/release.ts';
import { root } from './bootstrap.mjs';

const deploy = join(root, 'deploy');
const examples = readdirSync(deploy, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => ({ name, text: readFileSync(join(deploy, name), 'utf8') }));
const textOf = (name: string) => examples.find((example) => example.name === name)?.text ?? '';
const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0;

test('every example and the changelog name this release', () => {
  const numbers = examples.flatMap(({ text }) =>
    [...text.matchAll(/\banlan:(\d[\w.]*\d)/g)].map(([, number]) => number),
  );
  expect(numbers.length).toBeGreaterThan(3);
  expect(new Set(numbers)).toEqual(new Set([release]));
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${release}\n`);
});

test('every setting of an example exists', () => {
  const lines = examples.filter(({ name }) => !/nginx|pgbouncer/.test(name)).flatMap(({ text }) => text.split('\n'));
  const assigned = lines.flatMap((line) => [
    ...(/^(?:ENV |Environment=|[A-Z_]+=)/.test(line) ? [...line.matchAll(/\b([A-Z][A-Z_]+)=/g)] : []),
    ...line.matchAll(/^ {2,}([A-Z][A-Z0-9_]+): \S/g),
  ]);
  const others = ['PATH', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'TMPDIR', 'POSTGRES_PASSWORD_FILE'];
  const names = new Set(assigned.map(([, name]) => name));
  expect([...names]).toEqual(expect.arrayContaining(['DATA_DIR', 'TRUST_PROXY', 'S3_ENDPOINT', 'SEED']));
  for (const name of names) expect([...environmentNames, ...others]).toContain(name);
});

test('the proxy sends to the fixed addresses of the two nodes, which trust its address', () => {
  const compose = textOf('compose.two.yaml');
  const addressesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, address]) => address);
  const nodes = addressesIn(textOf('nginx.two.conf'), /server ([\d.]+):8080/g);
  const proxy = addressesIn(compose, /TRUST_PROXY: ([\d.]+)/g);
  expect(nodes).toHaveLength(2);
  expect(addressesIn(compose, /ipv4_address: ([\d.]+)/g).toSorted()).toEqual([...nodes, ...proxy].toSorted());
});

test.runIf(hasAnalyzer)('systemd rates the unit at most 2 of 10', () => {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-unit-'));
  try {
    // The analyzer demands that the program exists.
    writeFileSync(join(folder, 'anlan.service'), textOf('anlan.service').replaceAll('/opt/anlan/anlan', '/bin/true'));
    const words = ['security', '--offline=yes', '--no-pager', join(folder, 'anlan.service')];
    const { stdout } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
    const level = Number(/Overall exposure level for anlan\.service: ([\d.]+)/.exec(stdout)?.[1]);
    expect(level, stdout).toBeLessThanOrEqual(2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
