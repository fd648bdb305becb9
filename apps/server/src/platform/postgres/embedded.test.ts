import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, probeConnection, withConnection } from '../db/connection.ts';
import { holdServerLock } from '../db/server-lock.ts';
import type { Host } from '../host/index.ts';
import { startEmbedded, type Embedded } from './index.ts';
import { end, isAlive, until } from './processes.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const face = JSON.stringify(new URL('index.ts', import.meta.url).href);

let folder = '';
let cleanUp: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-pg-'));
  chmodSync(folder, 0o711);
  cleanUp = [() => rmSync(folder, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
});

// Creating a cluster is slow, so most tests copy one that was created once and stopped.
let template = '';
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'anlan-pg-'));
  chmodSync(template, 0o711);
  const server = await startEmbedded({ dataDir: join(template, 'data'), log: () => {} });
  await server.stop();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));
function madeBefore(dataDir = join(folder, 'data')) {
  execFileSync('cp', ['-a', join(template, 'data'), dataDir]);
  return dataDir;
}

const lines: string[] = [];
async function start(dataDir: string, databaseOn: Host['databaseOn'] = 'socket'): Promise<Embedded> {
  lines.length = 0;
  const server = await startEmbedded({ dataDir, log: (line) => lines.push(line), databaseOn });
  cleanUp.push(() => server.stop());
  return server;
}

function starter(dataDir: string, user: { uid?: number; gid?: number } = {}) {
  const program = `import { startEmbedded } from ${face};
    const server = await startEmbedded({ dataDir: process.argv[1], log: () => {} });
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
    console.log(server.ownerUrl);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  cleanUp.push(() => child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (data) => (errors += data));
  const firstLine = new Promise<string>((done, fail) => {
    createInterface(child.stdout).once('line', done);
    child.once('exit', (code) => fail(new Error(`ended with ${code}: ${errors}`)));
  });
  return { child, said: firstLine };
}
const ended = (child: ChildProcess) =>
  new Promise((done) => child.once('exit', (code, signal) => done(code ?? signal)));
const one = async (url: string, text: string) =>
  (await withConnection(url, (client) => client.query<Record<string, unknown>>(text))).rows[0];
const pidOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

test('creates a database whose owner is no superuser at the first start', async () => {
  const dataDir = join(folder, 'data');
  const server = await start(dataDir);
  expect(server.adopted).toBe(false);
  expect(
    await one(
      server.ownerUrl,
      `select current_user::text as name, rolsuper, rolbypassrls, rolcreaterole, current_setting('listen_addresses') as tcp,
              current_setting('fsync') as fsync, current_setting('jit') as jit, current_setting('TimeZone') as zone,
              current_setting('server_encoding') as encoding, datlocale, datlocprovider::text as provider
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    ),
  ).toEqual({
    name: 'anlan',
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: true,
    tcp: '',
    fsync: 'on',
    jit: 'off',
    zone: 'UTC',
    encoding: 'UTF8',
    datlocale: 'C.UTF-8',
    provider: 'b',
  });
  expect(statSync(join(dataDir, 'run')).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'database.json')).mode & 0o777).toBe(0o600);
  const listening = readFileSync(`/proc/${pidOf(dataDir)}/net/tcp`, 'utf8');
  expect(listening).not.toContain(`:${(5432).toString(16).toUpperCase()} 00000000:0000 0A`);
  for (const [user, password] of [
    ['postgres', 'password'],
    ['postgres', ''],
    ['anlan', 'password'],
  ]) {
    const url = new URL(server.ownerUrl);
    Object.assign(url, { username: user, password });
    expect(await probeConnection(url.href)).not.toBe('ready');
  }
});

test('preserves the data of the database after a stop and a second start', async () => {
  const dataDir = madeBefore();
  const first = await start(dataDir);
  await withConnection(first.ownerUrl, (client) => client.query('create table kept as select 42 as value'));
  await first.stop();
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  const second = await start(dataDir);
  expect(second.ownerUrl).toBe(first.ownerUrl);
  expect(await one(second.ownerUrl, 'select value from kept')).toEqual({ value: 42 });
});

test('removes the WAL of a bulk write at the next checkpoint', async () => {
  const dataDir = madeBefore();
  const server = await start(dataDir);
  const segments = () => readdirSync(join(dataDir, 'postgres/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name));
  await withConnection(server.superuserUrl, async (client) => {
    await client.query(`create table bulk as select n, repeat('x', 1500) as filler from generate_series(1, 100000) n`);
    expect(segments().length).toBeGreaterThan(8);
    await client.query('checkpoint');
  });
  expect(segments().length).toBeLessThanOrEqual(2);
});

test('adopts a database that still runs after its parent process was killed', async () => {
  const dataDir = madeBefore();
  const { child, said: firstLine } = starter(dataDir);
  await withConnection(await firstLine, (client) => client.query('create table kept as select 42 as value'));
  const pid = pidOf(dataDir);
  child.kill('SIGKILL');
  await ended(child);
  expect(isAlive(pid)).toBe(true);

  const server = await start(dataDir);
  expect(server.adopted).toBe(true);
  expect(pidOf(dataDir)).toBe(pid);
  expect(await one(server.ownerUrl, 'select value from kept')).toEqual({ value: 42 });
  await server.stop();
  expect(isAlive(pid)).toBe(false);
});

test('does not pass Ctrl-C to the database before the server stops', async () => {
  const dataDir = madeBefore();
  await start(dataDir);
  const session = readFileSync(`/proc/${pidOf(dataDir)}/stat`, 'utf8')
    .replace(/^.*\)\s*/s, '')
    .split(' ')[3];
  expect(session).toBe(String(pidOf(dataDir)));
});

test('starts the database again after the database process died', async () => {
  const dataDir = madeBefore();
  const server = await start(dataDir);
  const pid = pidOf(dataDir);
  process.kill(pid, 'SIGKILL');
  await until(20_000, () => (lines.some((line) => line.includes('已恢复')) ? true : undefined));
  expect(await probeConnection(server.ownerUrl)).toBe('ready');
  expect(pidOf(dataDir)).not.toBe(pid);
});

// What a system without sockets in folders and without signals does (Windows).
test('listens on a random port of 127.0.0.1 only, keeps it after a crash and stops by the tool of PostgreSQL', async () => {
  const dataDir = madeBefore();
  const server = await start(dataDir, 'loopback');
  const url = new URL(server.ownerUrl);
  expect(url.hostname).toBe('127.0.0.1');
  expect(await one(server.ownerUrl, `select inet_server_addr()::text as at`)).toEqual({ at: '127.0.0.1/32' });
  expect(
    await one(
      server.superuserUrl,
      `select current_setting('listen_addresses') as tcp, current_setting('unix_socket_directories') as folders`,
    ),
  ).toEqual({ tcp: '127.0.0.1', folders: '' });
  url.password = 'password';
  expect(await probeConnection(url.href)).not.toBe('ready');

  const killed = pidOf(dataDir);
  process.kill(killed, 'SIGKILL');
  await until(20_000, () => (lines.some((line) => line.includes('已恢复')) ? true : undefined));
  expect(await probeConnection(server.ownerUrl)).toBe('ready');
  server.leave();
  const adopting = await start(dataDir, 'loopback');
  expect(adopting).toMatchObject({ adopted: true, ownerUrl: server.ownerUrl });

  const pid = pidOf(dataDir);
  adopting.leave();
  expect(await end(pid, 'SIGINT', 20_000, { hasSignals: false, user: adopting.place.user })).toBe(true);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

test('recovers after server and database were killed', async () => {
  const dataDir = madeBefore();
  const { child, said: firstLine } = starter(dataDir);
  await firstLine;
  child.kill('SIGKILL');
  process.kill(pidOf(dataDir), 'SIGKILL');
  await ended(child);
  await until(20_000, () => (isAlive(pidOf(dataDir)) ? undefined : true));
  const file = join(dataDir, 'postgres/postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));
  const server = await start(dataDir);
  expect(server.adopted).toBe(false);
  expect(await probeConnection(server.ownerUrl)).toBe('ready');
});

test('starts the database after the first start was killed', async () => {
  const dataDir = join(folder, 'data');
  const { child, said: firstLine } = starter(dataDir);
  firstLine.catch(() => {});
  await until(30_000, () =>
    existsSync(dataDir) && readdirSync(dataDir).some((name) => name.includes('.new-')) ? true : undefined,
  );
  child.kill('SIGKILL');
  await ended(child);
  const server = await start(dataDir);
  expect(await probeConnection(server.ownerUrl)).toBe('ready');
  expect(readdirSync(dataDir).filter((name) => name.includes('new'))).toEqual([]);
});

test('creates one database when two first starts run in parallel', async () => {
  const dataDir = join(folder, 'data');
  const both = [starter(dataDir), starter(dataDir)];
  const urls = await Promise.all(both.map(({ said: firstLine }) => firstLine));
  expect(urls[0]).toBe(urls[1]);
  for (const { child } of both) child.kill('SIGTERM');
  expect(await Promise.all(both.map(({ child }) => ended(child)))).toEqual([0, 0]);
});

test('refuses a second server and names process and URL of the first server', async () => {
  const server = await start(madeBefore());
  const lock = await holdServerLock(server.ownerUrl, 'http://127.0.0.1:8183');
  await expect(holdServerLock(server.ownerUrl, 'http://127.0.0.1:8184', 0)).rejects.toThrow(
    `安澜已经在运行（进程 ${process.pid}，http://127.0.0.1:8183）`,
  );
  await lock.release();
  const next = await holdServerLock(server.ownerUrl, 'http://127.0.0.1:8184');
  await next.release();
});

test('takes the server lock again after the database dropped the connection', async () => {
  const server = await start(madeBefore());
  const lock = await holdServerLock(server.ownerUrl, 'http://127.0.0.1:8183');
  const client = await connect(server.ownerUrl);
  const holders = `select pid from pg_stat_activity where application_name like '% http://127.0.0.1:8183'`;
  await client.query(`select pg_terminate_backend(pid) from (${holders}) as held`);
  const refused = await until(30_000, async () => {
    if ((await client.query(holders)).rowCount === 0) return undefined;
    return holdServerLock(server.ownerUrl, 'http://127.0.0.1:8184', 0).then(
      (acquiredLock) => acquiredLock.release().then(() => undefined),
      () => true,
    );
  });
  expect(refused).toBe(true);
  await client.end();
  await lock.release();
});

test('starts a separate server for a copied data folder', async () => {
  const original = madeBefore();
  const server = await start(original);
  // A file of a running server may disappear during the copy; then the copy is repeated.
  await until(20_000, () => {
    rmSync(join(folder, 'copy'), { recursive: true, force: true });
    return spawnSync('cp', ['-a', original, join(folder, 'copy')]).status === 0 || undefined;
  });
  const copy = await start(join(folder, 'copy'));
  expect(copy.adopted).toBe(false);
  expect(pidOf(join(folder, 'copy'))).not.toBe(pidOf(original));
  expect(await probeConnection(server.ownerUrl)).toBe('ready');
});

test('starts the database with a path that is too long or unusual for a socket', async () => {
  for (const name of [`${'long-'.repeat(20)}name`, 'a folder, with "signs" 和中文']) {
    const server = await start(madeBefore(join(folder, name)));
    expect(await probeConnection(server.ownerUrl)).toBe('ready');
    await server.stop();
    const socket = new URL(server.ownerUrl).searchParams.get('host') ?? '';
    if (!socket.startsWith(folder)) rmSync(socket, { recursive: true });
  }
});

test('reports the cause and the log file when the database is damaged', async () => {
  const dataDir = madeBefore();
  await (await start(dataDir)).stop();
  rmSync(join(dataDir, 'postgres/global'), { recursive: true });
  await expect(start(dataDir)).rejects.toThrow(/^数据库启动不了（.+）：日志在 .*postgres\.log；[^\n]+$/);
});

test('names the start parameter that PostgreSQL refuses', async () => {
  const dataDir = madeBefore();
  appendFileSync(join(dataDir, 'postgres/postgresql.auto.conf'), 'shared_memory = 1\n');
  await expect(start(dataDir)).rejects.toThrow(
    /^数据库拒绝启动参数 shared_memory：改正或删除 .*postgresql\.auto\.conf[^\n]+$/,
  );
});

test('reports a lost password file of the database instead of creating a new file', async () => {
  const dataDir = madeBefore();
  await (await start(dataDir)).stop();
  rmSync(join(dataDir, 'database.json'));
  await expect(start(dataDir)).rejects.toThrow(/密码文件 .*database\.json 不见了/);
});

describe.runIf(isRoot)('embedded PostgreSQL as root', () => {
  test('runs the database as another user than root', async () => {
    const dataDir = madeBefore();
    await start(dataDir);
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
    expect(statSync(`/proc/${pidOf(dataDir)}`).uid).toBe(statSync(join(dataDir, 'postgres')).uid);
  });

  test('stores the data in /var/lib when the folder has mode 0700', async () => {
    chmodSync(folder, 0o700);
    const dataDir = join(folder, 'data');
    const first = await start(dataDir);
    expect(lines.filter((line) => line.includes('/var/lib/anlan-'))).toHaveLength(1);
    expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(true);
    const home = dirname(new URL(first.ownerUrl).searchParams.get('host') ?? '');
    cleanUp.unshift(() => rmSync(home, { recursive: true }));
    expect(home).toMatch(/^\/var\/lib\/anlan-[0-9a-f]{12}$/);
    await withConnection(first.ownerUrl, (client) => client.query('create table kept as select 42 as value'));
    await first.stop();

    chmodSync(folder, 0o711);
    const second = await start(dataDir);
    expect(lines).toEqual([]);
    expect(await one(second.ownerUrl, 'select value from kept')).toEqual({ value: 42 });
    await second.stop();

    chmodSync(folder, 0o700);
    rmSync(dataDir, { recursive: true });
    const third = await start(dataDir);
    expect(lines.some((line) => line.includes('已移到'))).toBe(true);
    expect(await one(third.ownerUrl, `select to_regclass('kept') as kept`)).toEqual({ kept: null });
  });

  test('refuses the data of another user', async () => {
    chmodSync(folder, 0o711);
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, nobody, nobody);
    const { child, said: firstLine } = starter(join(home, 'data'), { uid: nobody, gid: nobody });
    expect(await probeConnection(await firstLine)).toBe('ready');
    const pid = pidOf(join(home, 'data'));
    expect(statSync(`/proc/${pid}`).uid).toBe(nobody);
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
    expect(isAlive(pid)).toBe(false);

    await expect(starter(madeBefore(), { uid: nobody, gid: nobody }).said).rejects.toThrow(/不可用（EACCES）/);
  });
});
