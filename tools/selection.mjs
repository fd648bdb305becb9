// Which tests `npm test` runs: all but those whose title, or the title of a group around them, is marked @deep, and all
// but the files of guarded suites of which nothing changed.
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { quietly } from './steps.mjs';

export const vitestProgram = join(root, 'node_modules/vitest/vitest.mjs');

/** The arguments that leave tests marked @deep out. */
export const lightArgs = ['--testNamePattern', String.raw`^(?!.*@deep\b)`];

/** The environment that leaves these files out (vitest.config.ts). */
export const withoutFiles = (files) => ({ RUN_LEAVE_OUT: files.join(',') });

/**
 * The tests that vitest would run with these arguments: full title and file of each, without running a line of them.
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<{ name: string, file: string }[]>}
 */
export async function listTests(args, env) {
  const { ok, said } = await quietly([vitestProgram, 'list', '--json', ...args], env);
  const start = said.indexOf('[\n');
  if (!ok || start === -1) throw new Error(`vitest list failed:\n${said}`);
  return JSON.parse(said.slice(start)).map(({ name, file }) => ({ name, file }));
}
