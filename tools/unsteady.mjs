// Runs failed test files three more times under similar load. The run fails when a file fails again, or when more
// than two files failed. Files that pass all three times are listed as `unsteady`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

/** When more files than this fail, the run fails without repeating them. */
const mostFiles = 2;
const rounds = 3;
const listFile = join(root, 'tools/unsteady.json');

/**
 * Reads the list of known unsteady files, with date and cause. It has at most five entries, and none may be added
 * (tools/ledger.ts).
 */
export const unsteadyFiles = () => JSON.parse(readFileSync(listFile, 'utf8'));

/**
 * Chooses passed test files that occupy the other workers during a repetition. Each round uses other files, with the
 * same total time per worker.
 */
export function companyOf(durations, failed, round) {
  const workersBeside = 3;
  let missing = workersBeside * failed.reduce((sum, file) => sum + (durations[file] ?? 0), 0);
  const others = Object.keys(durations)
    .filter((file) => !failed.includes(file) && durations[file] > 0)
    .sort();
  const start = Math.floor((others.length * round) / rounds);
  return [...others.slice(start), ...others.slice(0, start)].filter((file) => {
    const needed = missing > 0;
    if (needed) missing -= durations[file];
    return needed;
  });
}

/**
 * Repeats the failed files, unless their number plus `earlier` exceeds the limit. `run` runs them together with other
 * files and returns the report. Returns whether the run fails, and the lines to print.
 */
export async function runAgain({ files, durations, earlier }, run) {
  if (files.length + earlier > mostFiles) {
    console.log(`✗ more than ${mostFiles} files of this run failed: none runs again`);
    return { failedAgain: true, said: [] };
  }
  for (let round = 0; round < rounds; round++) {
    console.log(`↻ round ${round + 1} of ${rounds}, beside other files: ${files.join(', ')}`);
    const sum = await run(files, companyOf(durations, files, round));
    if (sum.failed > 0) return { failedAgain: true, said: sum.said };
  }
  return { failedAgain: false, said: [] };
}

export function unsteadyLine(file) {
  const entry = unsteadyFiles().find((one) => one.file === file);
  return entry
    ? `! unsteady: ${file} (known since ${entry.since}: ${entry.cause})`
    : `! unsteady: ${file} failed once beside the others and then passed ${rounds} times: mend it before the change lands`;
}
