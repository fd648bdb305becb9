// Selects the tests of `npm test`. Excluded: tests marked @deep in their own title or in the title of a group, and
// files of guarded suites without changes.
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { quietly } from './steps.mjs';

export const vitestProgram = join(root, 'node_modules/vitest/vitest.mjs');

export const lightArgs = ['--testNamePattern', String.raw`^(?!.*@deep\b)`];

export const withoutFiles = (files) => ({ RUN_LEAVE_OUT: files.join(',') });

/**
 * Lists the tests that vitest would run, by full title and file, without running them. @param {string[]} args @param
 * {Record<string, string>} env @returns {Promise<{ name: string, file: string }[]>}
 */
export async function listTests(args, env) {
  const { ok, said } = await quietly([vitestProgram, 'list', '--json', ...args], env);
  const start = said.indexOf('[\n');
  if (!ok || start === -1) throw new Error(`vitest list failed:\n${said}`);
  return JSON.parse(said.slice(start)).map(({ name, file }) => ({ name, file }));
}
