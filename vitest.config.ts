import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/longest-first.ts';

// Files to exclude: guarded suites without changes, and e2e files without a selected test (tools/test.mjs).
const leftOut = (process.env['RUN_LEAVE_OUT'] ?? '').split(',').filter(Boolean);

// Node itself runs the TypeScript of the server. Vite transforms only browser code.
interface More {
  exclude?: string[];
  [setting: string]: unknown;
}
const project = (name: string, include: string[], { exclude = [], ...more }: More = {}) => ({
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...leftOut, ...exclude],
    env: { TZ: 'UTC' },
    experimental: { viteModuleRunner: name.startsWith('web') },
    // All test files of a worker share imported modules, which halves the time of many files. Each file has its own
    // server, database and people (docs/ARCHITECTURE.md).
    isolate: false,
    // Long timeouts: on a busy machine even quick tests are slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    ...more,
  },
});
const filesWith = (pattern: string, words: RegExp) =>
  globSync(pattern).filter((file) => words.test(readFileSync(file, 'utf8')));
// Files that mock modules or globals need isolated modules.
const replacing = filesWith('apps/server/{src,testing}/**/*.test.ts', /vi\.mock\(/);
const changing = filesWith('apps/web/src/**/*.test.{ts,tsx}', /vi\.(mock|stub|useFake|resetModules)|globalThis/);
// Long polling timeout, because a busy machine is slow.
const expect = { poll: { timeout: 30_000, interval: 50 } };

export default defineConfig({
  test: {
    // Two workers per core of the smallest machine, because tests spend a third of their time waiting.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('contract', ['packages/contract/**/*.test.ts']),
      // Long timeout: one test compiles the whole server while other tests run.
      project('tools', ['tools/**/*.test.ts'], { testTimeout: 300_000 }),
      // Vitest reads only the style sheet with the tokens, for the accent test; every other style sheet is empty.
      project('web', ['apps/web/src/**/*.test.{ts,tsx}'], {
        exclude: changing,
        css: { include: [/tokens\.css/] },
      }),
      project('web-alone', changing, { isolate: true }),
      project('server', ['apps/server/**/*.test.ts'], {
        exclude: replacing,
        globalSetup: ['apps/server/testing/whole-run.ts'],
        expect,
      }),
      project('server-alone', replacing, {
        isolate: true,
        globalSetup: ['apps/server/testing/whole-run.ts'],
        expect,
      }),
      project('e2e', ['e2e/**/*.test.ts'], {
        globalSetup: ['apps/server/testing/whole-run.ts'],
        testTimeout: 300_000,
        expect,
      }),
    ],
  },
});
