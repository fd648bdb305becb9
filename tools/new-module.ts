// `npm run new-module -- weather 天气`: a module with one declared resource, from table to page, ready to run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readingsOf } from '../apps/server/src/platform/pinyin/index.ts';
import { listEdits, moduleFiles, type ListEdit } from './module-files.ts';
import { treeRoot } from './source.ts';

const migrations = 'apps/server/migrations';

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, migrations)).map((name) => Number.parseInt(name, 10) || 0);
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

function edited(text: string, edit: ListEdit): string {
  const at = text.lastIndexOf(edit.before);
  if (at < 0) throw new Error(`${edit.path} has no place for a new module`);
  const [head, tail] = [text.slice(0, at), text.slice(at)];
  return 'line' in edit ? `${head}${edit.line}\n${tail}` : `${head.replace(/,?\s*$/, '')}, ${edit.item}${tail}`;
}

/** Writes the files of a new module and its lines in the lists of modules; answers the paths of new files. */
export async function makeModule(root: string, name: string, label: string): Promise<string[]> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`${name}: a module's name is kebab-case`);
  const files = moduleFiles(name, label, nextMigration(root));
  const taken = Object.keys(files).filter((path) => existsSync(join(root, path)));
  if (taken.length > 0) throw new Error(`the module ${name} exists already: ${taken.join(' ')}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const edits = listEdits(name, label, await readingsOf(label));
  for (const edit of edits) {
    const path = join(root, edit.path);
    writeFileSync(path, edited(readFileSync(path, 'utf8'), edit));
  }
  const code = [...Object.keys(files), ...edits.map(({ path }) => path)].filter((path) => !path.endsWith('.sql'));
  const formatter = join(root, 'node_modules/oxfmt/bin/oxfmt');
  const { status, stderr } = spawnSync(process.execPath, [formatter, ...new Set(code)], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the new files could not be formatted: ${stderr}`);
  return Object.keys(files);
}

if (import.meta.main) {
  const [name = '', label = name] = process.argv.slice(2);
  try {
    for (const path of await makeModule(treeRoot('.'), name, label)) console.log(path);
    console.log(`
What remains: the fields in resource.ts and their columns in the migration; then npm run check.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error('Say its name and its label: npm run new-module -- weather 天气');
    process.exitCode = 1;
  }
}
