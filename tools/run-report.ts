import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Result of a run: counts, failures, and whether an error belongs to no file. */
export interface RunReport {
  passed: number;
  failed: number;
  files: string[];
  /** Lines of the failures: file, test, first line of the error. */
  said: string[];
  broken: boolean;
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

/** Creates the report of a run. An error outside of the tests of a file (setup, unhandled) counts as one failure. */
export function summarise(modules: readonly TestModule[], errors: readonly SerializedError[]): RunReport {
  const paths = errors.map(({ VITEST_TEST_PATH: path }) => (typeof path === 'string' ? path : undefined));
  const failing = modules.filter((module) => module.state() === 'failed').map(({ moduleId }) => moduleId);
  const files = [...new Set([...failing, ...paths.filter((path) => path !== undefined)])];
  // Files that failed although none of their tests failed.
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

/** Vitest reporter that writes the report to the file named in RUN_REPORT. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const { RUN_REPORT } = process.env;
    if (RUN_REPORT) writeFileSync(RUN_REPORT, JSON.stringify(summarise(modules, errors)));
  }
}
