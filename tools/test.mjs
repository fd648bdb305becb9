// `npm test`: the checks of every commit, fastest failure first. `npm run test:deep`: all tests, including @deep, every
// guarded suite and all generated inputs.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureInstalled, ensureWebBuilt, node24Env, orOneLine, root, Stop, underNode24 } from './bootstrap.mjs';
import { ensureBrowser } from './browser.mjs';
import { guardedSuites, hashOfSuite, stampSuites, unchangedSuites } from './guarded-suites.mjs';
import { ensureRedis } from './redis.mjs';
import { lightArgs, listTests, vitestProgram, withoutFiles } from './selection.mjs';
import { ensureSlapd } from './slapd.mjs';
import { conclude, quietly, runStatic, step } from './steps.mjs';
import { runAgain, unsteadyLine } from './unsteady.mjs';

const total = { passed: 0, failed: 0, said: [], unsteady: [] };
const add = ({ passed, failed, said = [] }) => {
  total.passed += passed;
  total.failed += failed;
  total.said.push(...said);
};
const counted = async (name, run) => {
  const ok = await step(name, run);
  add({ passed: Number(ok), failed: Number(!ok), said: ok ? [] : [name] });
  return ok;
};
const done = { ok: true, said: '' };
const units = ['contract', 'tools', 'web', 'web-alone', 'server', 'server-alone'];

const run = async (projects, words, env = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-test-'));
  const report = join(folder, 'report.json');
  try {
    const code = await underNode24(
      [
        vitestProgram,
        'run',
        ...projects.flatMap((name) => ['--project', name]),
        '--reporter=default',
        `--reporter=${join(root, 'tools/run-report.ts')}`,
        ...words,
      ],
      { env: node24Env({ RUN_REPORT: report, ...withoutFiles(leftOutFiles), ...env }) },
    );
    const sum = JSON.parse(readFileSync(report, 'utf8'));
    return code === 0 || sum.failed > 0 ? sum : { ...sum, failed: 1, broken: true };
  } catch {
    console.log(`✗ ${projects.join(', ')}: the tests did not run to their end`);
    return { passed: 0, failed: 1, files: [], said: [projects.join(', ')], broken: true };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Runs vitest. Files that failed run again (unsteady.mjs). */
async function vitest(projects, words, files = []) {
  const since = performance.now();
  const { broken, durations, ...first } = await run(projects, [...words, ...files]);
  let { passed, failed, said } = first;
  if (failed > 0 && !broken) {
    const again = await runAgain({ files: first.files, durations, earlier: total.unsteady.length }, (again, company) =>
      run(projects, [...words, ...again, ...company], { RUN_FIRST: again.join(',') }),
    );
    if (again.failedAgain) said = [...said, ...again.said];
    else {
      total.unsteady.push(...first.files.map((file) => unsteadyLine(relative(root, file))));
      passed += failed;
      failed = 0;
      said = [];
    }
  }
  add({ passed, failed, said: said.map((line) => line.replace(`${root}/`, '')) });
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${failed === 0 ? '✓' : '✗'} ${projects.join(', ')}: ${passed} passed, ${failed} failed ${seconds} s`);
}

/**
 * Excludes e2e files without a selected test, because each file starts a server. Returns whether any test is
 * selected.
 */
async function selectJourneys(words, filters) {
  const tests = await listTests(['--project', 'e2e', ...words, ...filters], withoutFiles(leftOutFiles));
  const files = new Set(tests.map(({ file }) => relative(root, file)));
  const journeys = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.test.ts'));
  leftOutFiles.push(...journeys.map((name) => `e2e/${name}`).filter((path) => !files.has(path)));
  return files.size > 0;
}

async function calibrate() {
  const { said } = await quietly([join(root, 'tools/calibration.mjs')]);
  console.log(`• ${said.trim()}`);
}

const valueOf = (name) =>
  process.argv
    .slice(2)
    .find((word) => word.startsWith(`--${name}=`))
    ?.slice(name.length + 3);
const [only, suiteName] = [valueOf('only'), valueOf('suite')];
const suite = guardedSuites.find(({ name }) => name === suiteName);
const filters = suite?.tests ?? process.argv.slice(2).filter((word) => !word.startsWith('--'));
const deep = process.argv.includes('--deep');
// In a deep run, suites with generated inputs use all inputs instead of a sample chosen by the seed.
if (deep) process.env.DEEP = '1';
// One seed determines all random choices, so that a failed case can be repeated alone.
process.env.RUN_SEED ??= String(Date.now() % 1_000_000_007);
const parts = suite
  ? [...new Set(filters.map((path) => (path.startsWith('e2e/') ? 'e2e' : 'unit')))]
  : only?.split(',');
const wanted = (part) => parts === undefined || parts.includes(part);
const isChecksOnly = !wanted('unit') && !wanted('e2e');
// With file names as arguments, no guarded suite is excluded.
const leftOut = deep || filters.length > 0 ? [] : unchangedSuites();
const leftOutFiles = leftOut.flatMap(({ tests }) => tests);
const words = deep ? [] : lightArgs;
const hashes = new Map(guardedSuites.map((one) => [one, hashOfSuite(one)]));
const isWhole = only === undefined && filters.length === 0;

await orOneLine(async () => {
  if (suiteName !== undefined && !suite)
    throw new Stop(`No suite is called ${suiteName}: ${guardedSuites.map(({ name }) => name).join(', ')}.`);
  ensureInstalled();
  await calibrate();
  const browser = !wanted('e2e') || (await counted('Chromium and a Chinese font', async () => (ensureBrowser(), done)));
  let built = false;
  const build = async () => {
    built = await counted('web build', async () => (await ensureWebBuilt(), done));
    if (built && wanted('sizes'))
      for (const name of ['sizes', 'floor']) await counted(name, () => quietly([join(root, 'tools', `${name}.ts`)]));
  };
  // While the bundler runs, it leaves one core for the static checks.
  const [, , hasJourneys] = await Promise.all([
    wanted('static') && runStatic().then(add),
    (wanted('sizes') || wanted('e2e')) && build(),
    wanted('e2e') && selectJourneys(words, filters),
  ]);
  const redis = !wanted('unit') || (await counted('Redis', async () => (ensureRedis(), done)));
  const slapd = !(wanted('unit') || wanted('e2e')) || (await counted('slapd', async () => (ensureSlapd(), done)));
  // Unit and e2e tests are one run: while one worker creates the e2e database, the others run unit tests.
  const projects = redis && slapd && wanted('unit') ? [...units] : [];
  if (browser && slapd && built && hasJourneys) projects.push('e2e');
  if (projects.length > 0) await vitest(projects, words, filters);
  else if (total.failed === 0 && !isChecksOnly)
    throw new Stop('No test is selected: `npm run test:deep` also runs those marked @deep.');
});
// A failure that belongs to no test counts too.
if (process.exitCode === 1 && total.failed === 0) total.failed = 1;
const ranSuites = isWhole ? guardedSuites.filter((one) => !leftOut.includes(one)) : suite ? [suite] : [];
const passedSuites = total.failed > 0 ? [] : ranSuites;
stampSuites(new Map([...hashes].filter(([one]) => passedSuites.includes(one))));
if (leftOut.length > 0)
  console.log(`– not run, as what they guard is unchanged: ${leftOut.map(({ name }) => name).join(', ')}`);
for (const line of total.unsteady) console.log(line);
// Prints the failures again at the end, where a shortened log still contains them.
for (const line of total.said) console.log(`✗ ${line}`);
conclude(total);
