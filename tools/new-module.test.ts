// Creates a module in a copy of the repository; its first field is a bounded integer. The copy must pass the checks
// and all module suites. The suite is guarded (guarded-suites.mjs), because it builds the page and runs a browser.
import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
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
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeModule } from './new-module.ts';

const repository = join(import.meta.dirname, '..');
const root = mkdtempSync(join(tmpdir(), 'anlan-module-'));
const [name, label] = ['fire-watch', '防火值守'];
let made: string[] = [];

const run = (command: string[], env: Record<string, string> = {}) =>
  new Promise<{ status: number | null; output: string }>((done, fail) => {
    const own = Object.entries(process.env).filter(([key]) => !/^(VITEST|ANLAN_TEST_CLUSTER|RUN_|DEEP)/.test(key));
    const child = spawn(process.execPath, command, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...Object.fromEntries(own), ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => (output = (output + part).slice(-20_000)));
    child.once('error', fail);
    child.once('close', (status) => done({ status, output }));
  });
async function passes(command: string[], env?: Record<string, string>): Promise<string> {
  const { status, output } = await run(command, env);
  expect(status, output).toBe(0);
  return output;
}
const vitest = 'node_modules/vitest/vitest.mjs';

beforeAll(async () => {
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const path of tracked.split('\0').filter((one) => one !== '' && existsSync(join(repository, one)))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    copyFileSync(join(repository, path), join(root, path));
  }
  mkdirSync(join(root, 'node_modules/@anlan'), { recursive: true });
  for (const entry of readdirSync(join(repository, 'node_modules'), { withFileTypes: true })) {
    const [from, to] = [join(repository, 'node_modules', entry.name), join(root, 'node_modules', entry.name)];
    if (['@anlan', '.cache'].includes(entry.name)) continue;
    // Copies files instead of linking them. The test writes stamp files such as .anlan-lock; a link would change the
    // stamps of this repository.
    if (entry.isFile()) copyFileSync(from, to);
    else symlinkSync(from, to);
  }
  for (const [link, target] of [
    ['contract', 'packages/contract'],
    ['server', 'apps/server'],
    ['simulator', 'apps/simulator'],
    ['web', 'apps/web'],
  ] as const)
    symlinkSync(`../../${target}`, join(root, 'node_modules/@anlan', link));
  // A package that only one workspace uses is in the folder of that workspace.
  for (const workspace of ['apps/server', 'apps/web']) {
    const own = join(repository, workspace, 'node_modules');
    mkdirSync(join(root, workspace, 'node_modules'), { recursive: true });
    for (const folder of existsSync(own) ? readdirSync(own) : [])
      symlinkSync(join(own, folder), join(root, workspace, 'node_modules', folder));
  }
  made = await makeModule(root, name, label);
  for (const [path, from, to] of [
    ['resource.ts', 'import { oneOf', 'import { integer, oneOf'],
    [
      'resource.ts',
      '    status: oneOf',
      "    people: integer('人数', { min: 1, max: 5, unit: '人' }).required(),\n    status: oneOf",
    ],
    ['.sql', '  status text', '  people int not null,\n  status text'],
  ] as const) {
    const file = join(root, made.find((one) => one.endsWith(path)) ?? '');
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  }
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('creates declaration, table, manifest and page of a new module in about 160 lines', () => {
  expect(made.map((path) => path.replace(/\d{4}/, '0000')).sort()).toEqual([
    'apps/server/migrations/0000-fire-watch.sql',
    'apps/server/src/modules/fire-watch/index.ts',
    'apps/web/src/modules/fire-watch/index.ts',
    'apps/web/src/modules/fire-watch/page.tsx',
    'packages/contract/src/modules/fire-watch/calls.ts',
    'packages/contract/src/modules/fire-watch/module.ts',
    'packages/contract/src/modules/fire-watch/resource.ts',
  ]);
  const lines = made.map((path) => readFileSync(join(root, path), 'utf8').split('\n').length);
  expect(lines.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(165);
});

test('does not overwrite an existing module', async () => {
  await expect(makeModule(root, name, label)).rejects.toThrow('exists already');
  await expect(makeModule(root, '../x', 'x')).rejects.toThrow('kebab-case');
});

test('creates a new module with correct formatting', () => passes(['node_modules/oxfmt/bin/oxfmt', '--check', '.']));

// Timeout, because each step takes minutes on a busy machine.
const patience = 1_200_000;
describe('a repository with a new module', () => {
  // Adds a type error, which proves that the compiler checks the new files.
  test.each(['packages/contract', 'apps/server', 'apps/web'])(
    'reports a type error in %s',
    async (workspace) => {
      const wrong = join(root, workspace, 'src/modules/fire-watch/wrong.test.ts');
      writeFileSync(wrong, "export const wrong: number = '';");
      const { output } = await run(['node_modules/typescript/bin/tsc', '-p', workspace]);
      rmSync(wrong);
      expect(output.trim().split('\n')).toEqual([expect.stringContaining('error TS2322')]);
    },
    patience,
  );

  test('passes every check', () => passes(['tools/check.mjs']), patience);

  test(
    'passes the module suites',
    async () => {
      const output = await passes(
        [
          vitest,
          'run',
          '--project=server',
          '--no-color',
          ...['call-tables', 'generated/fixtures', 'generated/permits'].map(
            (one) => `apps/server/src/http/${one}.test.ts`,
          ),
          'apps/server/src/kit/conformance.test.ts',
          'apps/server/src/kit/plans.test.ts',
          `--testNamePattern=fireWatch|${label}`,
        ],
        { DEEP: '1' },
      );
      for (const file of ['call-tables', 'fixtures', 'permits', 'conformance', 'kit/plans'])
        expect(output).toMatch(new RegExp(`✓.*${file}\\.test\\.ts`));
    },
    patience,
  );

  test(
    'has a page that passes the screen suite',
    async () => {
      await passes(['tools/test.mjs', '--only=e2e', 'e2e/screens-all.test.ts'], { RUN_SEED: '1' });
    },
    patience,
  );
});
