import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeModule } from './new-module.ts';

const repository = join(import.meta.dirname, '..');
const root = mkdtempSync(join(tmpdir(), 'anlan-module-'));
const name = 'fire-drill';
let made: string[] = [];

/** Runs a program of Node beside us: who is held up for a minute is taken for dead by whoever waits for the tests. */
const run = (command: string[]) =>
  new Promise<{ status: number | null; said: string }>((done, fail) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (said += part));
    child.once('error', fail);
    child.once('close', (status) => done({ status, said }));
  });
const bin = (path: string) => join(repository, 'node_modules', path);
const edited = ['packages/contract/src/modules.ts', 'packages/contract/src/permits.ts', 'apps/server/src/modules.ts'];

beforeAll(async () => {
  const skipped = new Set(['node_modules', 'dist', '.git']);
  for (const path of [
    'apps',
    'packages',
    'tools',
    'package.json',
    'tsconfig.base.json',
    '.oxlintrc.json',
    '.oxfmtrc.json',
  ])
    cpSync(join(repository, path), join(root, path), {
      recursive: true,
      filter: (one) => !skipped.has(one.slice(one.lastIndexOf('/') + 1)),
    });
  mkdirSync(join(root, 'node_modules/@anlan'), { recursive: true });
  for (const folder of readdirSync(join(repository, 'node_modules')))
    if (folder !== '@anlan') symlinkSync(join(repository, 'node_modules', folder), join(root, 'node_modules', folder));
  symlinkSync('../../packages/contract', join(root, 'node_modules/@anlan/contract'));
  // What only one workspace has stands in that workspace.
  for (const workspace of ['apps/server', 'apps/web'])
    if (existsSync(join(repository, workspace, 'node_modules')))
      symlinkSync(join(repository, workspace, 'node_modules'), join(root, workspace, 'node_modules'));
  made = await makeModule(root, name, '消防演练');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a new module has its declaration, table, manifest and page, in about 120 lines', () => {
  expect(made.map((path) => path.replace(/\d{4}/, '0000')).sort()).toEqual([
    'apps/server/migrations/0000-fire-drill.sql',
    'apps/server/src/modules/fire-drill/index.ts',
    'apps/web/src/modules/fire-drill/index.ts',
    'apps/web/src/modules/fire-drill/page.tsx',
    'packages/contract/src/modules/fire-drill/calls.ts',
    'packages/contract/src/modules/fire-drill/resource.ts',
  ]);
  const lines = made.map((path) => readFileSync(join(root, path), 'utf8').split('\n').length);
  expect(lines.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(130);
});

test.each(['arrows', 'bans', 'vocabulary', 'lengths'])('a new module passes the check of %s', async (check) => {
  expect(await run([join(root, `tools/${check}.ts`)])).toMatchObject({ status: 0 });
});

// The planted mistake proves that the compiler looked.
test.each([
  ['packages/contract', 'packages/contract/src/modules/fire-drill/wrong.ts'],
  ['apps/server', 'apps/server/src/modules/fire-drill/wrong.test.ts'],
  ['apps/web', 'apps/web/src/modules/fire-drill/wrong.test.ts'],
])('a new module type-checks in %s', async (workspace, wrong) => {
  writeFileSync(join(root, wrong), "export const wrong: number = '';");
  const { said } = await run([bin('typescript/bin/tsc'), '-p', workspace]);
  expect(said.trim().split('\n')).toEqual([expect.stringContaining('error TS2322')]);
  rmSync(join(root, wrong));
});

test('a new module is formatted and clean of lint', async () => {
  const code = made.filter((path) => !path.endsWith('.sql'));
  expect(await run([bin('oxlint/bin/oxlint'), ...code, ...edited])).toMatchObject({ status: 0 });
  expect(await run([bin('oxfmt/bin/oxfmt'), '--check', ...code])).toMatchObject({ status: 0 });
});

test('a module that exists is not written over', async () => {
  await expect(makeModule(root, name, '消防演练')).rejects.toThrow('exists already');
  await expect(makeModule(root, '../x', 'x')).rejects.toThrow('kebab-case');
});
