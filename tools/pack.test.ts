// The archive of a release: its checks by an operator, its packages, and equal bytes of two packs.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { release } from '../packages/contract/src/release.ts';
import { root } from './bootstrap.mjs';
import { debianRoot } from './debian-root.ts';
import { neededPackages } from './pack-packages.ts';
import { sbomOf } from './pack-sbom.ts';
import { launcher, pack, writeSums } from './pack.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-pack-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, words: readonly string[], cwd: string, env: Record<string, string> = {}) =>
  new Promise<{ code: unknown; out: string }>((done) => {
    execFile(program, words, { cwd, env: { PATH: '/usr/bin:/bin', ...env } }, (error, out, err) =>
      done({ code: error?.code ?? 0, out: `${out}${err}`.trim() }),
    );
  });

describe('the program of a release', () => {
  const anlan = (...words: string[]) => run(join(folder, 'anlan'), words, tmpdir());
  beforeEach(() => {
    const node = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
    for (const path of ['apps/server/src', join(node, '..')]) mkdirSync(join(folder, path), { recursive: true });
    cpSync(join(root, node), join(folder, node));
    writeFileSync(join(folder, 'apps/server/src/main.ts'), 'console.log(process.argv.slice(2).join(" ") || "started")');
    writeFileSync(join(folder, 'anlan'), launcher(), { mode: 0o755 });
    writeSums(folder);
  });

  test('verifies complete files and starts', async () => {
    expect(await anlan('verify')).toEqual({
      code: 0,
      out: expect.stringMatching(/^发布 .+ 完整：3 个文件与发布时相同。$/),
    });
    expect(await anlan()).toEqual({ code: 0, out: 'started' });
    expect(await anlan('--version')).toEqual({ code: 0, out: '--version' });
  });

  test('names a changed file and the next step', async () => {
    appendFileSync(join(folder, 'apps/server/src/main.ts'), '\n');
    const { code, out } = await anlan('verify');
    expect(out).toMatch(
      /^1 个文件与发布时不同（第一个是 apps\/server\/src\/main\.ts）：请删除这个目录，.+再解开一次。$/,
    );
    expect(code).toBe(1);
  });

  test.each([
    ['a missing file', () => rmSync(join(folder, 'apps/server/src/main.ts')), 'main.ts'],
    ['no list of files', () => rmSync(join(folder, 'SHA256SUMS')), 'SHA256SUMS'],
    ['half a list of files', () => truncateSync(join(folder, 'SHA256SUMS'), 100), 'SHA256SUMS 没有写完'],
  ])('does not start from a half-copied release: %s', async (_title, damage, place) => {
    damage();
    for (const words of [[], ['verify']]) {
      const { code, out } = await anlan(...words);
      expect(out).toMatch(/^发布不完整，[^\n]+请删除这个目录，[^\n]+$/);
      expect(out).toContain(place);
      expect(code).toBe(1);
    }
  });

  test('refuses an unknown command', async () => {
    const { code, out } = await anlan('--nothing');
    expect([code, out]).toEqual([1, '不认识的命令 --nothing：运行 anlan help 看有哪些。']);
  });
});

test('the bill of materials names each package once, with licence, checksum and needed packages', () => {
  const parts = { server: neededPackages(root, 'apps/server'), page: neededPackages(root, 'apps/web') };
  const bom = JSON.parse(sbomOf(root, { release, platform: 'linux-x64', time: 0 }, parts));
  const refs: string[] = bom.components.map((item: { 'bom-ref': string }) => item['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(refs).toEqual(expect.arrayContaining(['node_modules/fastify', 'node_modules/pg', 'node_modules/react']));
  expect(parts.server.has('node_modules/react') || parts.server.has('node_modules/vitest')).toBe(false);
  for (const item of bom.components) {
    expect(item.purl).toMatch(/^pkg:npm\/.+@\d/);
    expect(item.hashes[0].content).toMatch(/^[0-9a-f]{128}$/);
  }
  for (const { ref, dependsOn } of bom.dependencies) expect(refs).toEqual(expect.arrayContaining([ref, ...dependsOn]));
});

const emptyFolder = (name: string, uid: number) => {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, uid, 0);
  return path;
};

/** Packages of the container image; setpriv of util-linux replaces the container runtime. */
const imagePackages = () => {
  const lines = readFileSync(join(root, 'deploy/Containerfile'), 'utf8');
  return [...(/ install \\\n +([\w.+ -]+) \\\n/.exec(lines)?.[1]?.split(' ') ?? []), 'util-linux'];
};

type Folders = { home: string; data: string; backup: string; uid: number };

/** Command that runs a program of the release as in the container, with the environment of the Containerfile. */
function inContainer({ home, data, backup, uid }: Folders, words: readonly string[], env: Record<string, string> = {}) {
  const debian = debianRoot('bookworm', imagePackages()).path('/');
  const namespaces = ['--mount', '--pid', '--fork', '--ipc', '--uts', '--net'];
  const script = join(root, 'tools/container-run.sh');
  const settings = { DATA_DIR: '/data', BACKUP_DIR: '/backup', TMPDIR: '/data', HOST: '0.0.0.0', PORT: '8080' };
  return {
    words: [...namespaces, script, debian, home, data, backup, String(uid), '/opt/anlan/anlan', ...words],
    env: { PATH: '/usr/bin:/bin', NODE_ENV: 'production', ...settings, ...env },
  };
}

const inside = (folders: Folders, words: readonly string[], env?: Record<string, string>) => {
  const command = inContainer(folders, words, env);
  return run('unshare', command.words, folder, command.env);
};

/** Starts the server. `isReady` runs the health check of the image beside it. */
function serve(folders: Folders, env: Record<string, string>) {
  const command = inContainer(folders, [], env);
  const child = spawn('unshare', command.words, { env: command.env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (out += String(part)));
  const first = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  const user = ['setpriv', '--reuid', String(folders.uid), '--regid', '0', '--clear-groups'];
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(out);
    const words = ['--target', first(), '--mount', '--pid', '--net', '--root', '--', ...user];
    return (await run('nsenter', [...words, '/opt/anlan/deploy/ready'], folder, { PORT: '8080' })).code === 0;
  };
  const end = async (signal: NodeJS.Signals) => {
    process.kill(Number(first()), signal);
    const [code] = await ended;
    return { code, out };
  };
  return { isReady, end };
}

// Packs the whole product twice and starts it, which takes minutes on a slow machine.
describe.runIf(process.getuid?.() === 0)('a packed release @deep', () => {
  let packed = '';
  let home = '';
  beforeAll(async () => {
    packed = mkdtempSync(join(tmpdir(), 'anlan-packed-'));
    chmodSync(packed, 0o755);
    const { target } = await pack(packed);
    await run('tar', ['xzf', target], packed);
    home = join(packed, `anlan-${release}-linux-x64`);
  }, 600_000);
  afterAll(() => rmSync(packed, { recursive: true, force: true }));

  test('has equal bytes each time, and at most 400 MB', async () => {
    const first = readFileSync(`${home}.tar.gz.sha256`, 'utf8');
    const { sum, bytes } = await pack(folder);
    expect(first).toContain(sum);
    expect(bytes).toBeLessThan(400e6);
    expect((await run(join(home, 'anlan'), ['--version'], folder)).out).toBe(`安澜 1.0.6，发布 ${release}`);
  });

  test('runs its commands in the root of the image, as a uid without an entry', async () => {
    const uid = 54_321;
    const [data, backup] = [emptyFolder('data', uid), emptyFolder('backup', uid)];
    const own = { home, data, backup, uid };
    expect((await inside(own, ['verify'])).out).toContain('完整');
    const refused = await inside({ ...own, data: emptyFolder('foreign', 10_001) }, ['--seed-only']);
    expect(refused).toEqual({
      code: 1,
      out: expect.stringMatching(/^数据目录 \/data 不可用（EACCES）：.+chown -R 54321:0/),
    });
    const started = await inside(own, ['--seed-only']);
    expect(started).toEqual({ code: 0, out: expect.stringContaining('数据库已建好') });
    expect((await inside(own, ['backup'])).out).toContain('备份完成');
    expect((await inside(own, ['restore-check'])).out).toContain('恢复演练通过');
    chownSync(data, 10_001, 0);
    chmodSync(data, 0o777);
    chownSync(join(data, 'postgres'), 10_001, 0);
    expect((await inside(own, ['--seed-only'])).out).toMatch(/属于另一个用户（uid 10001）/);
  });

  test('serves a demonstration in the root of the image, and starts again after a stop and after a kill', async () => {
    const uid = 10_001;
    const own = { home, data: emptyFolder('data', uid), backup: emptyFolder('backup', uid), uid };
    const settings = { NODE_ENV: 'development', SEED: 'demo' };
    const runs = [];
    for (const signal of ['SIGTERM', 'SIGKILL', 'SIGTERM'] as const) {
      const server = serve(own, settings);
      await expect.poll(server.isReady, { timeout: 600_000, interval: 1_000 }).toBe(true);
      runs.push(await server.end(signal));
    }
    expect([runs[0]?.code, runs[2]?.code]).toEqual([0, 0]);
    expect(runs.map(({ out }) => /^ {2}admin1 +[\w-]{16}$/m.test(out))).toEqual([true, false, false]);
  }, 1_800_000);
});
