// `npm test`: everything that guards the product, in the order in which it fails fastest.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureInstalled, ensureWebBuilt, node24Env, orOneLine, root, underNode24 } from './bootstrap.mjs';
import { ensureBrowser } from './browser.mjs';
import { ensureRedis } from './redis.mjs';
import { ensureSlapd } from './slapd.mjs';
import { conclude, quietly, runStatic, step } from './steps.mjs';

const total = { passed: 0, failed: 0, said: [] };
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

const run = async (projects, words) => {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-test-'));
  const report = join(folder, 'report.json');
  try {
    const code = await underNode24(
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        ...projects.flatMap((name) => ['--project', name]),
        '--reporter=default',
        `--reporter=${join(root, 'tools/run-report.ts')}`,
        ...words,
      ],
      { env: node24Env({ RUN_REPORT: report }) },
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

// More files than these do not fail by accident.
const fewFiles = 5;

/**
 * Run projects of tests. The few files that failed run once more, alone: what fails by itself fails again, and what
 * only other work on the machine upset is named as such instead of stopping everybody.
 */
async function vitest(projects, filters = []) {
  const since = performance.now();
  const { files, broken, ...first } = await run(projects, filters);
  let { passed, failed, said } = first;
  if (failed > 0 && !broken && files.length <= fewFiles) {
    console.log(`↻ run again, alone: ${files.map((file) => relative(root, file)).join(', ')}`);
    const again = await run(projects, ['--no-file-parallelism', ...files]);
    passed += Math.max(0, failed - again.failed);
    ({ failed, said } = again);
    for (const file of files.filter((name) => !again.files.includes(name)))
      console.log(`! unsteady: ${relative(root, file)} failed beside the others and passed alone`);
  }
  add({ passed, failed, said: said.map((line) => line.replace(`${root}/`, '')) });
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${failed === 0 ? '✓' : '✗'} ${projects.join(', ')}: ${passed} passed, ${failed} failed ${seconds} s`);
}

const [only] = process.argv.slice(2).flatMap((word) => (word.startsWith('--only=') ? [word.slice(7)] : []));
const filters = process.argv.slice(2).filter((word) => !word.startsWith('--'));
// The generated suites take a seeded sample of their inputs, or all of them (`npm run test:deep`).
if (process.argv.includes('--deep')) process.env.DEEP = '1';
// One seed for all that is drawn, so that what failed is drawn again when it runs alone.
process.env.RUN_SEED ??= String(Date.now() % 1_000_000_007);
const wanted = (part) => only === undefined || only.split(',').includes(part);

await orOneLine(async () => {
  ensureInstalled();
  const browser = !wanted('e2e') || (await counted('Chromium and a Chinese font', async () => (ensureBrowser(), done)));
  if (wanted('static')) add(await runStatic());
  let built = false;
  if (wanted('sizes') || wanted('e2e')) {
    built = await counted('web build', async () => (await ensureWebBuilt(), done));
    if (built && wanted('sizes'))
      for (const name of ['sizes', 'floor']) await counted(name, () => quietly([join(root, 'tools', `${name}.ts`)]));
  }
  const redis = !wanted('unit') || (await counted('Redis', async () => (ensureRedis(), done)));
  const slapd = !wanted('unit') || (await counted('slapd', async () => (ensureSlapd(), done)));
  if (redis && slapd && wanted('unit'))
    await vitest(['contract', 'tools', 'web', 'web-alone', 'server', 'server-alone'], filters);
  if (browser && built && wanted('e2e')) await vitest(['e2e'], filters);
});
// What stopped the whole run counts as well.
if (process.exitCode === 1 && total.failed === 0) total.failed = 1;
// Once more at the end, where a log that is cut still has it.
for (const line of total.said) console.log(`✗ ${line}`);
conclude(total);
