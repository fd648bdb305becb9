import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { publicConfig } from '@anlan/contract/modules/session/session';
import { connect } from '#platform/db/connection.ts';
import { isAlive, until } from '#platform/postgres/processes.ts';
import { cipher } from '../testing/client.ts';

// Each test starts whole servers, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = join(import.meta.dirname, '../../..');
const main = join(import.meta.dirname, 'main.ts');
const children: ChildProcess[] = [];
let folder = '';
let dataDir = '';

interface Started {
  child: ChildProcess;
  lines: string[];
  /** The line that begins with `ready`, or the exit code when the process ends without this line. */
  outcome: Promise<string | number>;
  ended: Promise<number | string>;
}

function start(words: string[] = [], env: Record<string, string> = {}, program = [main], group = false): Started {
  const child = spawn(process.execPath, [...program, ...words], {
    cwd: folder,
    detached: group,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: string[] = [];
  const ended = new Promise<number | string>((done) =>
    child.once('close', (code, signal) => done(code ?? signal ?? '')),
  );
  const ready = new Promise<string>((done) => {
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface(stream).on('line', (line) => {
          lines.push(line);
          if (line.startsWith('ready ')) done(line);
        });
  });
  return { child, lines, outcome: Promise.race([ready, ended]), ended };
}
const postgresPid = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const answers = async (line: string | number, path = '/readyz') =>
  (await fetch(`${String(line).replace('ready ', '')}${path}`)).status;
const refused = async (env: Record<string, string>, words: string[] = []) => {
  const { outcome, lines } = start(words, env);
  expect(await outcome).toBe(1);
  return lines.filter((line) => !line.startsWith('提醒：')).join('\n');
};
async function stop({ child, ended }: Started) {
  child.kill('SIGTERM');
  return ended;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-main-'));
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  // Seeds all demo accounts but few enterprises, because each start reads all data and each backup packs it.
  const { ended } = start(['--seed-only'], { SEED: '5' });
  expect(await ended).toBe(0);
  // The seed takes two minutes on a slow machine.
}, 400_000);
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await new Promise((done) => child.once('exit', done));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a start of the server', () => {
  test('prints ready with its URL and answers there', async () => {
    const started = start();
    const line = await started.outcome;
    expect(line).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+$/);
    expect(await answers(line)).toBe(200);
    const pid = postgresPid();
    expect(isAlive(pid)).toBe(true);
    // Polls, because the server already answers before it prints the account table.
    await expect.poll(() => started.lines.join('\n')).toContain('Anlan@2026');
    expect(await stop(started)).toBe(0);
    expect(isAlive(pid)).toBe(false);
    const printed = started.lines.join('\n');
    for (const name of [
      'platform',
      'admin1',
      'regulator2',
      'entadmin3',
      'safety1',
      'leader2',
      'entstaff1',
      'shop2',
      'demo1',
      'demoent1',
    ])
      expect(printed).toContain(name);
  });

  test('uses the database that still runs after kill -9 of the server', async () => {
    const first = start();
    await first.outcome;
    const pid = postgresPid();
    first.child.kill('SIGKILL');
    await first.ended;
    expect(isAlive(pid)).toBe(true);
    const second = start();
    expect(await answers(await second.outcome)).toBe(200);
    expect(postgresPid()).toBe(pid);
    expect(await stop(second)).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  test('works after earlier starts were killed at any moment', async () => {
    for (const milliseconds of [60, 250, 500, 900, 1_400]) {
      const { child, ended, outcome } = start();
      await Promise.race([outcome, new Promise((done) => setTimeout(done, milliseconds))]);
      child.kill('SIGKILL');
      await ended;
    }
    const last = start();
    const line = await last.outcome;
    expect(line, last.lines.join('\n')).toMatch(/^ready /);
    expect(await answers(line)).toBe(200);
  });

  test('names process and URL of a server that already runs', async () => {
    const port = await freePort();
    const first = start([], { PORT: port });
    const line = await first.outcome;
    expect(await refused({})).toBe(
      `安澜已经在运行（进程 ${first.child.pid}，http://127.0.0.1:${port}）：直接打开这个地址，或先停掉它再启动。`,
    );
    expect(await answers(line)).toBe(200);
  });

  test('ends both databases when stopped during a restore check', async () => {
    const started = start([], { BACKUP_DIR: join(folder, 'shelf') });
    await started.outcome;
    const pid = postgresPid();
    const checks = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`anlan-check-${started.child.pid}-`));
    const beside = () => {
      const text = readFileSync(join(tmpdir(), checks()[0] ?? '', 'data/postgres/postmaster.pid'), 'utf8');
      // Checks the content, because the PID file is empty for a moment after its creation.
      expect(Number(text.split('\n')[0])).toBeGreaterThan(0);
      return Number(text.split('\n')[0]);
    };
    const checked = await vi.waitFor(beside, { timeout: 300_000, interval: 5 });
    expect(await stop(started)).toBe(0);
    expect([pid, checked].filter(isAlive)).toEqual([]);
    expect(checks()).toEqual([]);
    // Long timeout, because a backup of the demo runs before the check.
  }, 400_000);

  test('ends together with the start script, by Ctrl-C or kill -9', async () => {
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const script = [join(root, 'tools/start.mjs')];
      const env = { PATH: `${join(process.execPath, '..')}:${process.env['PATH']}` };
      const started = start([], env, script, true);
      const line = await started.outcome;
      expect(line).toMatch(/^ready /);
      const pid = postgresPid();
      // Ctrl-C in a terminal reaches the whole process group, kill -9 only one process.
      const { pid: leader = 0 } = started.child;
      process.kill(signal === 'SIGINT' ? -leader : leader, signal);
      await until(40_000, () => (isAlive(pid) ? undefined : true));
      expect(isAlive(pid)).toBe(false);
      await expect(answers(line)).rejects.toThrow();
    }
  });
});

let blocker: Server | undefined;
afterEach(() => blocker?.close());
async function freePort(keep = false): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = String(address !== null && typeof address === 'object' ? address.port : 0);
  if (keep) blocker = server;
  else await new Promise((done) => server.close(done));
  return port;
}

describe('a failed start prints one line with the next step when', () => {
  test('the port is in use', async () => {
    const port = await freePort(true);
    expect(await refused({ PORT: port })).toMatch(new RegExp(`^端口 ${port} 已被别的程序占用：[^\n]+$`));
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  test.each([
    ['HOST is no address of this machine', { HOST: '192.0.2.1', PORT: '8189' }, /^本机没有地址 192\.0\.2\.1：[^\n]+$/],
    ['the folder cannot be created', { DATA_DIR: '/proc/anlan' }, /^数据目录 \/proc\/anlan 不可用（ENOENT）：[^\n]+$/],
    ['a setting is wrong', { PORT: 'http' }, /^配置 PORT 的值 "http" 不对：[^\n]+$/],
    [
      'the external database is not available',
      { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c' },
      /^连不上 DATABASE_URL 指定的数据库 127\.0\.0\.1:1（ECONNREFUSED）：[^\n]+$/,
    ],
  ])('%s', async (_, env, line) => {
    expect(await refused(env)).toMatch(line);
  });

  test('the database cannot start', async () => {
    const broken = join(folder, 'broken');
    execFileSync('cp', ['-a', dataDir, broken]);
    rmSync(join(broken, 'postgres/global/pg_control'));
    expect(await refused({ DATA_DIR: broken })).toMatch(/^数据库启动不了（.+）：日志在 .+[^\n]+$/);
  });
});

describe('published demo passwords', () => {
  test.each([
    ['HOST beyond loopback', { HOST: '0.0.0.0' }],
    ['a PUBLIC_URL', { PUBLIC_URL: 'https://anlan.example' }],
    ['a proxy', { TRUST_PROXY: '10.0.0.1' }],
    ['production', { NODE_ENV: 'production' }],
  ])('prevent a start with %s', async (_, env) => {
    expect(await refused(env)).toMatch(/^演示账号（.+ 等 \d+ 个）还在用公开的密码.*npm start -- --lock-demo [^\n]+$/);
  });

  test('are not used by a demonstration that others reach: each account has a random one, printed once (S20)', async () => {
    const copy = { DATA_DIR: join(folder, 'demonstration'), SEED: '5', HOST: '0.0.0.0' };
    const first = start([], copy);
    const line = await first.outcome;
    const printed = first.lines.flatMap((one) => /^ {2}(\w+) +([\w-]{16})$/.exec(one)?.slice(1) ?? []);
    expect(line, first.lines.join('\n')).toMatch(/^ready /);
    expect(printed).toEqual(expect.arrayContaining(['platform', 'admin1', 'entadmin3', 'demoent1']));
    expect(new Set(printed).size).toBe(printed.length);
    expect(first.lines.join('\n')).not.toContain('Anlan@2026');
    expect(await stop(first)).toBe(0);
    const second = start([], copy);
    expect(await second.outcome).toMatch(/^ready /);
    expect(await stop(second)).toBe(0);
    for (const password of printed) expect(second.lines.join('\n')).not.toContain(password);
    expect(await refused({ ...copy, SEED: 'none', NODE_ENV: 'production' })).toMatch(
      /^演示账号（.+）还能登录.*--lock-demo/,
    );
  }, 400_000);

  test('can be locked while a server runs (S34)', async () => {
    const copy = join(folder, 'locked');
    execFileSync('cp', ['-a', dataDir, copy]);
    const first = start([], { DATA_DIR: copy });
    const line = await first.outcome;
    const lock = start(['--lock-demo'], { DATA_DIR: copy });
    expect(await lock.ended).toBe(0);
    expect(lock.lines.join('\n')).toMatch(/已停用 \d+ 个演示账号/);
    const rescue = start(['--rescue-admin', '1'], { DATA_DIR: copy });
    expect(await rescue.ended).toBe(0);
    expect(rescue.lines.join('\n')).toMatch(/租户 1 的管理员 admin1 已恢复，一次性密码 [\w-]{16}（只显示这一次/);
    expect(await answers(line)).toBe(200);
    await stop(first);
    const exposed = start([], { DATA_DIR: copy, HOST: '0.0.0.0' });
    expect(await exposed.outcome).toMatch(/^ready http:\/\/0\.0\.0\.0:\d+$/);
    expect(exposed.lines.join('\n')).not.toContain('Anlan@2026');
    await stop(exposed);
    const production = start([], { DATA_DIR: copy, NODE_ENV: 'production' });
    expect(await production.outcome).toMatch(/^ready /);
  }, 400_000);
});

describe('S20 S90 the first administrator of the platform', () => {
  const fresh = () => join(folder, 'fresh');
  const file = () => join(fresh(), 'first-sign-in.txt');
  const env = () => ({ DATA_DIR: fresh(), NODE_ENV: 'production', LOG_LEVEL: 'trace' });
  const linkOf = () => /http:\S+\/setpassword#(\S+)/.exec(readFileSync(file(), 'utf8'))?.[1] ?? '';
  const ask = async (line: string | number, path: string, body: object, headers = {}) => {
    const answer = await fetch(`${String(line).replace('ready ', '')}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const opens = async (line: string | number, token: string) => (await ask(line, '/auth/link', { token })).status;

  test('sets the password by a link in a private file that works once', async () => {
    const first = start([], env());
    const line = await first.outcome;
    expect(line, first.lines.join('\n')).toMatch(/^ready /);
    await expect.poll(() => first.lines.join('\n')).toContain(file());
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const token = linkOf();
    expect(token.length).toBeGreaterThan(30);
    expect(await opens(line, token)).toBe(200);
    const printed = first.lines.join('\n');
    expect(printed).not.toMatch(/初始密码|setpassword/);
    expect(printed).not.toContain(token);
    await stop(first);

    const again = start([], env());
    await again.outcome;
    await expect.poll(() => again.lines.join('\n')).toContain(file());
    expect(linkOf()).toBe(token);
    const { superuser } = JSON.parse(readFileSync(join(fresh(), 'database.json'), 'utf8'));
    const run = encodeURIComponent(join(fresh(), 'run'));
    const other = await connect(`postgresql://postgres:${superuser}@localhost/anlan?host=${run}`);
    await other.query(`update password_link set ends_at = now() - interval '1 second'`);
    await other.end();
    expect(await opens((await again.outcome) ?? '', token)).toBe(404);
    await stop(again);

    const third = start([], env());
    const at = await third.outcome;
    await expect.poll(() => third.lines.join('\n')).toContain(file());
    const second = linkOf();
    expect(second).not.toBe(token);
    const configAnswer = await fetch(`${String(at).replace('ready ', '')}/config.json`);
    const { clientId, clientSecret, passwordKey } = publicConfig.parse(await configAnswer.json());
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const password = cipher({ secrets: { passwordKey } }, '海上升明月 天涯共此时');
    const entered = await ask(at, '/auth/link/token', { token: second, password }, { authorization });
    expect(entered.status, entered.text).toBe(200);
    expect(JSON.parse(entered.text)).toMatchObject({ username: 'platform', tenant_id: '0' });
    expect(existsSync(file())).toBe(false);
    expect(await opens(at, second)).toBe(404);
    await stop(third);

    const last = start([], env());
    await last.outcome;
    await stop(last);
    expect(existsSync(file())).toBe(false);
    expect(last.lines.join('\n')).not.toContain('first-sign-in');
    // Time for four server starts.
  }, 360_000);
});

describe('a production server refuses to start with', () => {
  const good = { NODE_ENV: 'production' };
  test.each([
    ['a known default', { CLIENT_SECRET: '0123456789abcdef' }, 'CLIENT_SECRET 用了众所周知的值'],
    ['a short secret', { METRICS_TOKEN: 'a-token-of-20-letters' }, 'METRICS_TOKEN 不足 32 字节'],
    ['a PUBLIC_URL without TLS', { PUBLIC_URL: 'http://anlan.example' }, 'PUBLIC_URL 是 http'],
    ['a sign-in without captcha', { CAPTCHA: 'off' }, 'CAPTCHA=off'],
    ['unlimited calls', { RATE_LIMIT: 'off', TRUST_PROXY: '127.0.0.1' }, 'RATE_LIMIT=off'],
    ['a simulator', { SIMULATOR_PORT: '9000' }, '外部服务指向本机模拟器'],
    ['demo data', { SEED: 'demo' }, 'SEED=demo 会建演示账号'],
    ['a moved clock', { CLOCK_OFFSET: '40d' }, 'CLOCK_OFFSET 会拨动服务的时钟'],
    [
      'a known database password',
      { DATABASE_URL: 'postgresql://a:postgres@127.0.0.1:1/c' },
      'DATABASE_URL 用了众所周知的值',
    ],
  ])('%s', async (_, env, fault) => {
    expect(await refused({ ...good, ...env })).toMatch(new RegExp(`^生产环境不能启动：.*${fault}[^\n]*$`));
  });

  test('secrets readable by all users of the machine', async () => {
    const file = join(folder, 'secret');
    writeFileSync(file, 'x'.repeat(40));
    chmodSync(file, 0o644);
    expect(await refused({ ...good, FILE_LINK_KEY_FILE: file })).toContain(`密钥文件 ${file} 所有人可读`);
  });

  test('an external database whose owner is a superuser', async () => {
    const { child, outcome } = start();
    await outcome;
    const { superuser } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8'));
    const url = `postgresql://postgres:${superuser}@localhost/anlan?host=${encodeURIComponent(join(dataDir, 'run'))}`;
    expect(await refused({ ...good, DATABASE_URL: url })).toMatch(/^生产环境不能启动：.*超级用户/);
    child.kill();
  });
});
