// `node tools/run.mjs tools/rename-fields.ts`: renames a field in each of twenty declarations and compiles the server.
// Each module must fail to compile, because the types of rows come from the declarations. Uncommitted changes must not
// exist.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

const wanted = 20;
const contract = 'packages/contract/src/modules';
const server = 'apps/server/src/modules';

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
    // Uses only names of two words. The SQL of a module spells such a column differently, so only typed uses of the
    // field remain.
    const field = fields
      .map(([, name = '']) => name)
      .find((name) => /[A-Z]/.test(name) && new RegExp(`\\brow\\.${name}\\b`).test(rules));
    if (field) yield { file, module, field };
  }
}

if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim() !== '')
  throw new Error('Commit or stash first: fields are renamed in the files as they are.');
const selectedRenames = [...renames()].slice(0, wanted);
let missed = Math.max(0, wanted - selectedRenames.length);
for (const { file, module, field } of selectedRenames) {
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
console.log(`${selectedRenames.length} fields renamed, ${missed} missed`);
process.exitCode = missed === 0 ? 0 : 1;
