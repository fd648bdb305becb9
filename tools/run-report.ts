import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** What a run came to: counts of tests, what failed, and whether something broke that belongs to no file. */
export interface RunReport {
  passed: number;
  failed: number;
  files: string[];
  /** What failed, a line each: the file and the test, and the first line of why. */
  said: string[];
  broken: boolean;
  /** Milliseconds that each file took, by its path. */
  durations: Record<string, number>;
}

const count = (modules: readonly TestModule[], state: 'passed' | 'failed') =>
  modules.reduce((sum, { children }) => sum + [...children.allTests(state)].length, 0);

const firstLine = (errors: readonly { message: string }[] | undefined) =>
  errors?.[0]?.message.split('\n')[0]?.slice(0, 300) ?? '';

const saidOf = (modules: readonly TestModule[], errors: readonly SerializedError[]) => [
  ...modules.flatMap((module) => [
    ...module.errors().map(({ message }) => `${module.moduleId}: ${firstLine([{ message }])}`),
    ...[...module.children.allTests('failed')].map(
      (test) => `${module.moduleId} > ${test.fullName}: ${firstLine(test.result().errors)}`,
    ),
  ]),
  ...errors.map((error) => firstLine([error])),
];

/** Sum a run up. A file that failed outside its tests (a set-up, an unhandled error) is one failure as well. */
export function summed(modules: readonly TestModule[], errors: readonly SerializedError[]): RunReport {
  const paths = errors.map(({ VITEST_TEST_PATH: path }) => (typeof path === 'string' ? path : undefined));
  const failing = modules.filter((module) => module.state() === 'failed').map(({ moduleId }) => moduleId);
  const files = [...new Set([...failing, ...paths.filter((path) => path !== undefined)])];
  // Files whose tests all passed, or never ran.
  const outside = files.filter(
    (path) =>
      count(
        modules.filter(({ moduleId }) => moduleId === path),
        'failed',
      ) === 0,
  );
  return {
    passed: count(modules, 'passed'),
    failed: count(modules, 'failed') + outside.length + paths.filter((path) => path === undefined).length,
    files,
    said: saidOf(modules, errors),
    broken: paths.includes(undefined) || modules.length === 0,
    durations: Object.fromEntries(modules.map((module) => [module.moduleId, Math.round(module.diagnostic().duration)])),
  };
}

/** Leaves the sum of a run in the file that RUN_REPORT names. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const { RUN_REPORT } = process.env;
    if (RUN_REPORT) writeFileSync(RUN_REPORT, JSON.stringify(summed(modules, errors)));
  }
}
