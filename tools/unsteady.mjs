// What becomes of test files that failed: they run three more times beside as much other work. One more failure fails
// the run, and so do more files than two. What passes all three is named `unsteady` in the closing lines.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

/** More files than these fail a run at once. */
const mostFiles = 2;
const rounds = 3;
const listFile = join(root, 'tools/unsteady.json');

/** The files known as unsteady, with the date and the cause: at most five, and none may be added (tools/ledger.ts). */
export const unsteadyFiles = () => JSON.parse(readFileSync(listFile, 'utf8'));

/**
 * Files that keep the other workers busy while the failed ones run: passed files of the same run, another choice each
 * round, that take together as long as the failed ones for every worker beside them.
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
 * Runs failed files again, unless they and the `earlier` unsteady ones are too many. `run` runs them beside others and
 * answers the sum. Answers whether the failure counts, and the lines of what failed again.
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

/** The closing line of a file that failed once and then passed all rounds. */
export function unsteadyLine(file) {
  const entry = unsteadyFiles().find((one) => one.file === file);
  return entry
    ? `! unsteady: ${file} (known since ${entry.since}: ${entry.cause})`
    : `! unsteady: ${file} failed once beside the others and then passed ${rounds} times: mend it before the change lands`;
}
