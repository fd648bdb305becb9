import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/longest-first.ts';

// Files that this run leaves out: of unchanged guarded suites, and of journeys without a selected test (tools/test.mjs).
const leftOut = (process.env['RUN_LEAVE_OUT'] ?? '').split(',').filter(Boolean);

// Node runs the product's TypeScript by itself; only what is built for browsers goes through the bundler's eyes.
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
    // Files of a worker share what they import, which was half of what many of them cost; nothing else: each has a
    // server, a database and people of its own (docs/ARCHITECTURE.md).
    isolate: false,
    // Who hangs, hangs for ever; a busy machine is slow, in quick tests too.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    ...more,
  },
});
const filesWith = (pattern: string, words: RegExp) =>
  globSync(pattern).filter((file) => words.test(readFileSync(file, 'utf8')));
// Who puts something in the place of a module, or of what modules find around them, has the modules for themselves.
const replacing = filesWith('apps/server/{src,testing}/**/*.test.ts', /vi\.mock\(/);
const changing = filesWith('apps/web/src/**/*.test.{ts,tsx}', /vi\.(mock|stub|useFake|resetModules)|globalThis/);
// What must come about comes about late on a busy machine: it is waited for as long as a browser's page is.
const expect = { poll: { timeout: 30_000, interval: 50 } };

export default defineConfig({
  test: {
    // Two for each core of the smallest machine: tests wait a third of their time, for clocks and for each other.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('contract', ['packages/contract/**/*.test.ts']),
      // One of them runs the compiler over the whole server, beside everything else.
      project('tools', ['tools/**/*.test.ts'], { testTimeout: 300_000 }),
      // The style sheet of tokens is read by the test of accents; every other one stays an empty text.
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
        testTimeout: 150_000,
        expect,
      }),
    ],
  },
});
