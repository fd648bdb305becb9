// `npm run new-module -- weather 天气`: creates a module with one declared resource, from table to page.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readingsOf } from '../apps/server/src/platform/pinyin/index.ts';
import { moduleFiles, moduleLines } from './module-files.ts';
import { treeRoot } from './source.ts';

const migrations = 'apps/server/migrations';

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, migrations)).map((name) => Number.parseInt(name, 10) || 0);
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

function withLine(list: string, line: string): string {
  const lines = list.trimEnd().split('\n');
  const folder = (one: string) => /modules\/([^/]+)\//.exec(one)?.[1] ?? '';
  const at = lines.findIndex((one) => folder(one) > folder(line));
  return `${lines.toSpliced(at < 0 ? lines.length : at, 0, line).join('\n')}\n`;
}

/** Creates a module and returns the paths of the new files. */
export async function makeModule(root: string, name: string, label: string): Promise<string[]> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`${name}: a module's name is kebab-case`);
  const files = moduleFiles(name, { label, pinyin: await readingsOf(label), migration: nextMigration(root) });
  const existingPaths = Object.keys(files).filter((path) => existsSync(join(root, path)));
  if (existingPaths.length > 0) throw new Error(`the module ${name} exists already: ${existingPaths.join(' ')}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const [path, line] of moduleLines(name)) {
    const list = join(root, path);
    writeFileSync(list, withLine(readFileSync(list, 'utf8'), line));
  }
  const code = Object.keys(files).filter((path) => !path.endsWith('.sql'));
  const formatter = join(root, 'node_modules/oxfmt/bin/oxfmt');
  const { status, stderr } = spawnSync(process.execPath, [formatter, ...code], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the new files could not be formatted: ${stderr}`);
  const table = spawnSync(process.execPath, [join(root, 'tools/preset-roles.ts'), root, '--write'], {
    encoding: 'utf8',
  });
  if (table.status !== 0) throw new Error(`docs/PRESET-ROLES.md could not be renewed: ${table.stderr}`);
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
