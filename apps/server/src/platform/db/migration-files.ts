import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start/start-error.ts';
import { earlierHashes } from './earlier-migration-hashes.ts';

/** A migration is a numbered file. The first migration is a folder with the schema of all earlier steps. */
export type Migration = {
  name: string;
  number: number;
  isBaseline: boolean;
  oldestProgram: number;
  text: string;
  hash: string;
};

export type AppliedMigration = { name: string; hash: string; oldestProgram: number | null };

/** Commit of the last program that can migrate databases of earlier releases to the baseline. */
const bridgeCommit = 'b59e8a90';

const numberOf = (name: string) => Number(name.slice(0, 4));
const padded = (number: number) => String(number).padStart(4, '0');

function readText(path: string): string {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .map((name) => join(path, name))
    : [path];
  // CRLF is replaced, so that the line endings of a checkout do not change the hash.
  return files.map((file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).join('\n');
}

/** Reads the steps of a folder in order. Refuses gaps, duplicates and steps that do not name their oldest program. */
export function readMigrations(folder: string): Migration[] {
  const names = (existsSync(folder) ? readdirSync(folder) : []).sort();
  const hasBaseline = names[0]?.endsWith('-baseline') ?? false;
  const first = hasBaseline ? numberOf(names[0] ?? '') : 1;
  return names.map((name, index) => {
    const number = first + index;
    const isBaseline = hasBaseline && index === 0;
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(isBaseline ? `${name}.sql` : name) || numberOf(name) !== number)
      throw new StartError(`迁移文件 ${name} 的编号不对：应从 ${padded(first)} 起连续编号。`);
    const text = readText(join(folder, name));
    const oldest = /^-- oldest program: (\d{4})$/m.exec(text)?.[1];
    if (oldest === undefined && index > 0)
      throw new StartError(`迁移文件 ${name} 没有写明最早可用的程序：加一行 -- oldest program: NNNN。`);
    // Ignores comment lines, so that a comment can be corrected.
    const hash = createHash('sha256')
      .update(text.replace(/^\s*-- (?!oldest program:).*\n?/gm, ''))
      .digest('hex');
    return { name, number, isBaseline, oldestProgram: Number(oldest ?? number), text, hash };
  });
}

/**
 * Returns the migrations to run; null when the database is newer and this program works with it. Throws when the
 * database is older than the baseline, has changed migrations, or needs a newer program.
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] | null {
  const [first] = migrations;
  const newest = migrations.at(-1)?.number ?? 0;
  const reached = Math.max(0, ...applied.map(({ name }) => numberOf(name)));
  if (first?.isBaseline && reached > 0 && reached < first.number)
    throw new StartError(
      `数据库停在第 ${padded(reached)} 步，本版本从第 ${padded(first.number)} 步开始：先用提交 ${bridgeCommit} 的程序启动一次，再启动本版本。`,
    );
  for (const { name, oldestProgram } of applied)
    if (numberOf(name) > newest && (oldestProgram === null || oldestProgram > newest))
      throw new StartError(`数据库里有本版本没有的迁移 ${name}：数据比程序新，请用新版本的程序启动。`);
  if (reached > newest) return null;
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  for (const { name, hash } of migrations)
    if (![hash, earlierHashes[name]].includes(hashes.get(name) ?? hash))
      throw new StartError(
        `迁移 ${name} 在执行之后被改动：把改动写进新的迁移文件（开发中的数据可以换一个 DATA_DIR 重来）。`,
      );
  const knownNames = new Set(migrations.map(({ name }) => name));
  const unknown = applied.find(
    ({ name }) => !knownNames.has(name) && numberOf(name) > (first?.isBaseline ? first.number : 0),
  );
  if (unknown !== undefined)
    throw new StartError(`数据库里有本版本没有的迁移 ${unknown.name}：数据比程序新，请用新版本的程序启动。`);
  // A database that ran the single migrations already contains the baseline.
  return migrations.filter(({ name, isBaseline }) => !hashes.has(name) && !(isBaseline && reached > 0));
}
