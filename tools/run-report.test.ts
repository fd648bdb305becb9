// Tests the report that `npm test` uses, with real runs of small files in a temporary folder.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunReport } from './run-report.ts';

const repository = join(import.meta.dirname, '..');
// Removes the settings of vitest from the environment, because this test itself runs in vitest and starts another one.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));

type Sum = Omit<RunReport, 'durations'>;

/** Runs test files with vitest. `report` is null when the run wrote none. */
async function runOf(files: Record<string, string>): Promise<{ code: number | null; report: Sum | null }> {
  const root = mkdtempSync(join(tmpdir(), 'anlan-run-'));
  try {
    symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const path = join(root, 'report.json');
    const code = await new Promise<number | null>((done, fail) => {
      const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
      const reporter = `--reporter=${join(repository, 'tools/run-report.ts')}`;
      spawn(process.execPath, [vitest, 'run', '--root', root, reporter], {
        cwd: root,
        env: { ...env, RUN_REPORT: path },
        stdio: 'ignore',
      })
        .once('error', fail)
        .once('close', done);
    });
    if (!existsSync(path)) return { code, report: null };
    const { durations, ...report }: RunReport = JSON.parse(readFileSync(path, 'utf8'));
    expect(Object.values(durations).every((duration) => duration >= 0)).toBe(true);
    const failed = report.files.map((file) => basename(file)).toSorted();
    const failureLines = report.said
      .map((line) => line.slice(line.lastIndexOf('/', line.indexOf('.test.ts')) + 1))
      .toSorted();
    return { code, report: { ...report, files: failed, said: failureLines } };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const head = `import { beforeAll, expect, test } from 'vitest';`;
const passing = `${head} test('a', () => {}); test('b', () => {});`;

test.each<[string, Record<string, string>, Sum]>([
  [
    'counts passed tests, but not skipped ones',
    { 'one.test.ts': passing, 'two.test.ts': `${passing} test.skip('c', () => {});` },
    { passed: 4, failed: 0, files: [], said: [], broken: false },
  ],
  [
    'names a file with several failed tests once',
    {
      'good.test.ts': passing,
      'bad.test.ts': `${head} test('a', () => {}); test('b', () => expect(1).toBe(2)); test('c', () => expect(1).toBe(3));`,
    },
    {
      passed: 3,
      failed: 2,
      files: ['bad.test.ts'],
      said: [
        'bad.test.ts > b: expected 1 to be 2 // Object.is equality',
        'bad.test.ts > c: expected 1 to be 3 // Object.is equality',
      ],
      broken: false,
    },
  ],
  [
    'counts one failure for a file that could not start',
    {
      'good.test.ts': passing,
      'unread.test.ts': `${head} throw new Error('no beginning');`,
      'unset.test.ts': `${head} beforeAll(() => { throw new Error('no set-up'); }); test('a', () => {});`,
    },
    {
      passed: 2,
      failed: 2,
      files: ['unread.test.ts', 'unset.test.ts'],
      said: ['unread.test.ts: no beginning', 'unset.test.ts: no set-up'],
      broken: false,
    },
  ],
  [
    'assigns an unhandled rejection to its file',
    {
      'good.test.ts': passing,
      'late.test.ts': `${head} test('a', async () => {
        void Promise.reject(new Error('late'));
        await new Promise((done) => setImmediate(done));
      });`,
    },
    { passed: 3, failed: 1, files: ['late.test.ts'], said: ['late'], broken: false },
  ],
  [
    'marks a run without tests as broken',
    { 'notes.ts': '' },
    { passed: 0, failed: 0, files: [], said: [], broken: true },
  ],
])('reports a run: %s', async (_, files, report) => {
  const isGood = report.failed === 0 && !report.broken;
  expect(await runOf(files)).toEqual({ code: isGood ? 0 : 1, report });
});

test('writes no report for a run that could not start', async () => {
  const { code, report } = await runOf({
    'good.test.ts': passing,
    'begin.ts': `export default () => { throw new Error('no beginning'); };`,
    'vitest.config.ts': `export default { test: { globalSetup: ['./begin.ts'] } };`,
  });
  expect(code).toBe(1);
  expect(report === null || report.broken).toBe(true);
});
