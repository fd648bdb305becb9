// What `npm run backup` and `npm run restore` say and do where there is no embedded database.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-commands-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command as a person does; answers its exit code and what it said. */
const run = (words: string[], env: Record<string, string>) =>
  new Promise<{ code: unknown; said: string }>((done) => {
    const program = join(import.meta.dirname, 'backup.ts');
    const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } };
    execFile(process.execPath, [program, ...words], options, (error, out, err) =>
      done({ code: error?.code ?? 0, said: `${out}${err}`.trim() }),
    );
  });

test('a backup of a folder without a database says so in one line, and makes no key for it', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  for (const dataDir of [join(folder, 'absent'), empty]) {
    const { code, said } = await run(['backup'], { DATA_DIR: dataDir });
    expect(said).toBe(`${dataDir} 里没有数据库：用 DATA_DIR 指定数据目录。`);
    expect(code).toBe(1);
  }
  expect(existsSync(join(folder, 'absent'))).toBe(false);
  expect(readdirSync(empty)).toEqual([]);
});
