// `node tools/run.mjs tools/rename-fields.ts`: renames one field of each of twenty declarations in turn and compiles the server;
// each must fail to compile in its module, since rows are typed by their declarations. Run it in a clean tree.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

const wanted = 20;
const contract = 'packages/contract/src/modules';
const server = 'apps/server/src/modules';

/** A declaration with a field that a rule of its module reads. */
function* renames(): Generator<{ file: string; module: string; field: string }> {
  for (const file of globSync(`${contract}/*/resource.ts`, { cwd: root }).toSorted()) {
    const module = file.split('/').at(-2) ?? '';
    const text = readFileSync(join(root, file), 'utf8');
    const rules = globSync(`${server}/${module}/**/*.ts`, { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n');
    const fields = [
      ...text.matchAll(/^ {4}([a-z]\w+): (?:text|prose|day|instant|integer|decimal|money|oneOf|json|person|ref)\(/gm),
    ];
    // Of two words: a row that a store reads with its own statement calls it by its column.
    const field = fields
      .map(([, name = '']) => name)
      .find((name) => /[A-Z]/.test(name) && new RegExp(`\\brow\\.${name}\\b`).test(rules));
    if (field) yield { file, module, field };
  }
}

if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim() !== '')
  throw new Error('Commit or stash first: fields are renamed in the files as they are.');
const chosen = [...renames()].slice(0, wanted);
let missed = Math.max(0, wanted - chosen.length);
for (const { file, module, field } of chosen) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, text.replace(new RegExp(`^( {4})${field}: `, 'm'), `$1${field}Renamed: `));
    const { stdout } = spawnSync('npx', ['tsc', '-p', 'apps/server', '--noEmit'], { cwd: root, encoding: 'utf8' });
    const errors = stdout
      .split('\n')
      .filter((line) => line.startsWith(`${server}/${module}/`) && line.includes('error'));
    if (errors.length === 0) missed += 1;
    console.log(`${errors.length > 0 ? '✓' : '✗'} ${module}.${field}: ${errors.length} errors in its module`);
  } finally {
    writeFileSync(path, text);
  }
}
console.log(`${chosen.length} fields renamed, ${missed} missed`);
process.exitCode = missed === 0 ? 0 : 1;
