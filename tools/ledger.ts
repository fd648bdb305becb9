// Checks in addition to the tests. Each requirement is in the title of a test that `npm test` runs. The files of each
// guarded suite exist. The list of unsteady files has at most five entries and never grows.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { guardedSuites } from './guarded-suites.mjs';
import { lightArgs, listTests, withoutFiles } from './selection.mjs';
import { report } from './source.ts';

interface Unsteady {
  file: string;
  /** `since`: date on which the file was found unsteady. `cause`: why it is unsteady. */
  since: string;
  cause: string;
}

const listPath = 'tools/unsteady.json';
const mostUnsteady = 5;

export const findUnnamed = (requirements: readonly string[], titles: readonly string[]): string[] => {
  const named = new Set(titles.flatMap((title) => title.match(/\b[A-Z]{2}-\d{2}\b/g) ?? []));
  return requirements.filter((id) => !named.has(id));
};

/** Returns the problems of the list of unsteady files. `earlier`: the list of the previous commit. */
export function unsteadyFindings(list: readonly Unsteady[], earlier: readonly Unsteady[] | null): string[] {
  const added = list.filter(({ file }) => earlier !== null && !earlier.some((one) => one.file === file));
  return [
    ...(list.length > mostUnsteady ? [`more than ${mostUnsteady} files: mend some first`] : []),
    ...list.flatMap(({ file, since, cause }) =>
      /^\d{4}-\d{2}-\d{2}$/.test(since) && cause.length > 10 ? [] : [`${file}: needs its date and its cause`],
    ),
    ...added.map(({ file }) => `${file}: the list only shrinks, so mend it`),
  ];
}

const parseList = (text: string): Unsteady[] => {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw new Error(`${listPath} is no list`);
  return list.map((entry: Record<string, unknown>) => ({
    file: String(entry['file']),
    since: String(entry['since']),
    cause: String(entry['cause']),
  }));
};

/** Returns the list of the previous commit; null when there is none or no git history is available. */
function earlierList(): Unsteady[] | null {
  const git = (args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  try {
    const current = readFileSync(join(root, listPath), 'utf8');
    for (const commit of git(['log', '--format=%H', '--', listPath]).split('\n').filter(Boolean)) {
      const text = git(['show', `${commit}:${listPath}`]);
      if (text !== current) return parseList(text);
    }
    return null;
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const requirements = readFileSync(join(root, 'docs/requirements.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t', 1)[0] ?? '');
  const tests = await listTests(lightArgs, withoutFiles(guardedSuites.flatMap((suite) => suite.tests)));
  const list = parseList(readFileSync(join(root, listPath), 'utf8'));
  const paths = [
    ...guardedSuites.flatMap(({ tests: files, guards }) => [...files, ...guards]),
    ...list.map((one) => one.file),
  ];
  report('ledger', [
    ...findUnnamed(
      requirements,
      tests.map(({ name }) => name),
    ).map((id) => `${id}: no title that npm test always runs names it (docs/requirements.tsv)`),
    ...paths.filter((path) => !existsSync(join(root, path))).map((path) => `${path}: does not exist`),
    ...unsteadyFindings(list, earlierList()).map((finding) => `${listPath}: ${finding}`),
  ]);
}
