// `npm run test:faults [number …] [-- --whole]`: plants one fault at a time, runs the suites that must find the
// fault, and reverts the file. `--whole` runs all of `npm test` for marked faults. Needs a clean tree.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebBuilt, root } from './bootstrap.mjs';
import { plantedFaults, type PlantedFault } from './planted-faults.ts';
import type { RunReport } from './run-report.ts';

type Outcome = { isFound: boolean; by: string };
const started = (command: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  });

function runSuites({ tests }: PlantedFault): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-fault-'));
  const path = join(folder, 'report.json');
  try {
    const files = tests.map((file) => join(root, file));
    const reporter = `--reporter=${join(root, 'tools/run-report.ts')}`;
    const bail = '--bail=1';
    const command = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', reporter, bail, ...files];
    started(command, { RUN_REPORT: path });
    const report: RunReport = JSON.parse(readFileSync(path, 'utf8'));
    return { isFound: report.failed > 0 && !report.broken, by: (report.said[0] ?? '').replace(`${root}/`, '') };
  } catch (error) {
    return { isFound: false, by: `the suites did not run: ${String(error)}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runWhole(): Outcome {
  const lines = started(['tools/test.mjs']).stdout.split('\n');
  const failures = lines.filter((line) => line.startsWith('✗') && line.includes('.test.ts'));
  return { isFound: failures.length > 0, by: failures.at(-1)?.slice(2) ?? lines.at(-2) ?? '' };
}

function planted({ from, to, name }: PlantedFault, text: string): string {
  if (from === null) return text + to;
  if (text.split(from).length !== 2) throw new Error(`${name}: its place is not found once`);
  return text.replace(from, () => to);
}

async function plant(fault: PlantedFault, run: (fault: PlantedFault) => Outcome): Promise<Outcome> {
  const path = join(root, fault.file);
  const text = readFileSync(path, 'utf8');
  const restore = () => writeFileSync(path, text);
  const interrupted = () => {
    restore();
    process.exit(130);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    writeFileSync(path, planted(fault, text));
    if (fault.tests.some((file) => file.startsWith('e2e/'))) await ensureWebBuilt();
    return run(fault);
  } finally {
    restore();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}

if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim() !== '')
  throw new Error('Commit or stash first: faults are planted into the files as they are.');
const words = process.argv.slice(2);
const isWhole = words.includes('--whole');
const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number);
let missed = 0;
for (const [index, fault] of plantedFaults.entries()) {
  if (isWhole && !fault.whole) continue;
  if (numbers.length > 0 && !numbers.includes(index + 1)) continue;
  const { isFound, by } = await plant(fault, isWhole ? runWhole : runSuites);
  if (!isFound) missed += 1;
  console.log(`${isFound ? '✓ found' : '✗ not found'} ${index + 1} ${fault.name}: ${by}`);
}
console.log(missed === 0 ? 'every fault was found' : `${missed} not found`);
process.exitCode = missed === 0 ? 0 : 1;
