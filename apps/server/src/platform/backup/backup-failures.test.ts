// These tests back up a small installation whose backups fail, are cut off, or go to another folder. No written row may
// be lost.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { withConnection } from '../db/connection.ts';
import { migrateEarly } from '../../../testing/early-schema.ts';
import { startEmbedded, type Embedded } from '../postgres/index.ts';
import { isAlive } from '../postgres/processes.ts';
import { checkBackup, releaseBackupLog, openBackups, restoreBackup } from './index.ts';
import { scheduleBackups } from './schedule.ts';
import { openBackupStorage } from './storage.ts';
import { startBackups } from './start.ts';
import { readState } from './backup-state.ts';

const key = Buffer.alloc(32, 7);
const silent = () => {};
let folder = '';
let dataDir = '';
let server: Embedded;
const runOn = (url: string, text: string, values: unknown[] = []) =>
  withConnection(url, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows);
const run = (text: string, values: unknown[] = []) => runOn(server.superuserUrl, text, values);
const write = (name: string) => run(`insert into counter values ('1', $1, 1)`, [name]);
const at = (name: string) => join(folder, name);
const backupsIn = (name: string, copyTo: string | null = null) =>
  openBackups({
    dataDir,
    place: server.place,
    superuserUrl: server.superuserUrl,
    folder: at(name),
    copyTo: copyTo && at(copyTo),
    key,
  });
const storedNames = async (name: string, kind: string) =>
  (await openBackupStorage(at(name), key).list()).map((one) => one.name).filter((one) => one.split('/')[1] === kind);

async function broughtBack(from: string, stamp: string | null): Promise<unknown[]> {
  const to = mkdtempSync(at('restored-'));
  chmodSync(to, 0o711);
  await restoreBackup(openBackupStorage(at(from), key), { dataDir: to, stamp, replace: false }, silent);
  const restored = await startEmbedded({ dataDir: to, log: silent });
  try {
    return (await runOn(restored.superuserUrl, `select name from counter where tenant_id = '1' order by name`)).map(
      ({ name }) => name,
    );
  } finally {
    await restored.stop();
    rmSync(to, { recursive: true, force: true });
  }
}

async function recycle() {
  // PostgreSQL writes the slot positions at the first checkpoint and uses them to remove log at the second
  // checkpoint.
  for (const time of [1, 2]) {
    await run(`insert into counter values ('0', 'checkpoint' || $1, 1)`, [time]);
    await run('checkpoint');
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-rounds-'));
  chmodSync(folder, 0o711);
  dataDir = at('data');
  server = await startEmbedded({ dataDir, log: silent });
  for (const name of ['fsync', 'full_page_writes']) await run(`alter system set ${name} = off`);
  await run('select pg_reload_conf()');
  await migrateEarly(server.ownerUrl, at('migrations'));
  await run(`insert into tenant (tenant_id, name) values ('0', '平台'), ('1', '甲方的单位名称')`);
}, 240_000);
afterEach(async () => {
  await run('delete from counter');
  await releaseBackupLog(server.superuserUrl);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('restores a backup up to the end of the database log from any remaining full backup (S84)', async () => {
  const backups = backupsIn('chain');
  const { stamp: first } = await backups.full(true);
  await write('a');
  expect(await backups.log()).toMatchObject({ unbroken: true });
  await write('b');
  const { stamp: second } = await backups.full(true);
  expect(second).not.toBe(first);
  await write('c');
  await recycle();
  expect(await backups.log()).toMatchObject({ unbroken: true });
  expect(await broughtBack('chain', first)).toEqual(['a', 'b', 'c']);
  const [system = ''] = readdirSync(at('chain'));
  rmSync(join(at('chain'), system, 'full', second), { recursive: true });
  expect(await broughtBack('chain', null)).toEqual(['a', 'b', 'c']);
}, 240_000);

test('continues to back up to the same storage after a restore from an older full backup (S84)', async () => {
  const backups = backupsIn('older');
  const { stamp } = await backups.full(true);
  await write('a');
  await backups.log();
  cpSync(at('older'), at('older-then'), { recursive: true });
  for (const name of ['b', 'c', 'd']) {
    await write(name);
    await backups.log();
  }
  await backups.full(true);
  const to = at('gone-back');
  await restoreBackup(openBackupStorage(at('older-then'), key), { dataDir: to, stamp, replace: false }, silent);
  const { place, superuserUrl, stop } = await startEmbedded({ dataDir: to, log: silent });
  try {
    const again = openBackups({ dataDir: to, place, superuserUrl, folder: at('older'), copyTo: null, key });
    await again.full(true);
    await runOn(superuserUrl, `insert into counter values ('1', 'e', 1)`);
    expect(await again.log()).toMatchObject({ unbroken: true });
  } finally {
    await stop();
  }
  expect(await broughtBack('older', null)).toEqual(['a', 'e']);
}, 240_000);

test('keeps database log that the server folder needs when a backup goes to another folder (S84)', async () => {
  const slots = () => run('select slot_name as name from pg_replication_slots');
  const serving = backupsIn('serving');
  const { stamp } = await serving.full(true);
  const [slot] = await slots();
  await write('a');
  await backupsIn('elsewhere').full(false);
  await write('b');
  await recycle();
  expect(await slots()).toEqual([slot]);
  expect(await serving.log()).toMatchObject({ unbroken: true });
  expect(await broughtBack('serving', stamp)).toEqual(['a', 'b']);
  expect(await broughtBack('elsewhere', null)).toEqual(['a']);
  // From now on the server backs up to another folder. After the first full backup there, PostgreSQL retains log only
  // for that folder.
  await backupsIn('elsewhere').full(true);
  expect(await slots()).not.toContainEqual(slot);
  expect(await backupsIn('elsewhere').log()).toMatchObject({ unbroken: true });
  expect(await serving.log()).toMatchObject({ unbroken: false });
}, 240_000);

test('reports a gap in the database log until a full backup succeeds (S84)', async () => {
  const backups = backupsIn('hole');
  await backups.full(true);
  const [before] = await storedNames('hole', 'wal');
  await write('a');
  await backups.log();
  const [lost = ''] = (await storedNames('hole', 'wal')).slice(-1);
  expect(lost).not.toBe(before);
  await write('b');
  await backups.log();
  await recycle();
  rmSync(at(join('hole', lost)));
  for (const time of ['first', 'again'])
    expect(await backups.log(), time).toMatchObject({ unbroken: false, note: expect.stringContaining('缺了一段') });
  await backups.full(true);
  expect(await backups.log()).toMatchObject({ unbroken: true });
}, 240_000);

test('leaves no object of a failed full backup (S84)', async () => {
  const backups = backupsIn('failing');
  const { stamp } = await backups.full(true);
  const [system = ''] = readdirSync(at('failing'));
  const fulls = join(at('failing'), system, 'full');
  const longAgo = new Date(Date.now() - 48 * 3600_000);
  utimesSync(join(fulls, stamp, 'manifest'), longAgo, longAgo);
  await write('a');
  // A folder at the path of the file makes the file unreadable.
  const unreadable = join(dataDir, 'files/1/2020/01/licence.pdf');
  mkdirSync(unreadable, { recursive: true });
  const since = new Date().toISOString();
  const lines: string[] = [];
  const schedule = scheduleBackups({
    backups,
    check: async () => [],
    lastCheck: () => new Date(),
    log: (line) => lines.push(line),
    everyMs: 3600_000,
  });
  await vi.waitFor(() => expect(lines.join()).toMatch(/备份没有成功.*EISDIR/), 60_000);
  await schedule.stop();
  expect(readdirSync(fulls)).toEqual([stamp]);
  expect(readState(dataDir).log?.at.localeCompare(since)).toBe(1);
  rmSync(unreadable, { recursive: true });
  await write('b');
  await recycle();
  expect(await backups.log()).toMatchObject({ unbroken: true });
  expect(await broughtBack('failing', stamp)).toEqual(['a', 'b']);
}, 240_000);

test('does not repeat the full backup when the second backup place fails (S84)', async () => {
  writeFileSync(at('away'), '');
  const backups = backupsIn('alone', 'away');
  await expect(backups.full(true)).rejects.toThrow(/第二存放处/);
  expect(await backupsIn('alone').log()).toMatchObject({ unbroken: true });
}, 240_000);

test('removes leftovers of killed backup runs after a day (S84)', async () => {
  const backups = backupsIn('killed', 'killed-copy');
  const { stamp } = await backups.full(false);
  const [system = ''] = readdirSync(at('killed'));
  const longAgo = new Date(Date.now() - 48 * 3600_000);
  const left = (place: string, name: string) => {
    const path = join(at(place), system, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'part');
    utimesSync(path, longAgo, longAgo);
  };
  const now = '99990101T000000Z';
  for (const place of ['killed', 'killed-copy']) {
    left(place, 'full/20200101T000000Z/cluster');
    left(place, 'full/20200102T000000Z/cluster.77.unfinished');
    left(place, 'wal/000000010000000000000001.77.unfinished');
  }
  left('killed', `full/${now}/cluster`);
  const { stamp: next } = await backups.full(false);
  // Two backups that start in the same second have the same name.
  const expectedStamps = new Set([stamp, next, now]);
  for (const place of ['killed', 'killed-copy']) {
    expect(readdirSync(join(at(place), system, 'full')).sort(), place).toEqual([...expectedStamps].sort());
    expect(readdirSync(at(place), { recursive: true }).join(), place).not.toContain('unfinished');
  }
}, 240_000);

test('uploads database log during a restore check (S84)', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: findings, resolve: end } = Promise.withResolvers<string[]>();
  const schedule = scheduleBackups({
    backups: backupsIn('checking'),
    check() {
      begin();
      return findings;
    },
    lastCheck: () => null,
    log: silent,
    everyMs: 100,
  });
  await begun;
  const since = new Date().toISOString();
  await vi.waitFor(() => expect((readState(dataDir).log?.at ?? '').localeCompare(since)).toBe(1), 60_000);
  end([]);
  await schedule.stop();
}, 240_000);

const started = (name: string, examine: (url: string) => Promise<string[]>, log: (line: string) => void, on = true) =>
  startBackups({
    on,
    folder: at(name),
    copyTo: null,
    key: key.toString('hex'),
    dataDir,
    superuserUrl: server.superuserUrl,
    place: server.place,
    examine,
    log,
  });
const checksOf = (pid: number) =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(`anlan-check-${pid}-`))
    .map((name) => join(tmpdir(), name));
function postmasterOf(check: string) {
  const pid = Number(readFileSync(join(check, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  // The PID file exists a moment before the process id is written into it.
  expect(pid).toBeGreaterThan(0);
  return pid;
}

test('ends the database of a restore check when the server stops (S84)', async () => {
  const lines: string[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const backups = await started(
    'stopped',
    async (url) => {
      begin();
      await runOn(url, 'select pg_sleep(600)');
      return [];
    },
    (line) => lines.push(line),
  );
  await begun;
  const [check = ''] = checksOf(process.pid);
  const pid = postmasterOf(check);
  expect(isAlive(pid)).toBe(true);
  await backups.stop();
  expect(isAlive(pid)).toBe(false);
  expect(checksOf(process.pid)).toEqual([]);
  // The run was aborted, so it counts neither as success nor as failure.
  expect(lines).toEqual([expect.stringMatching(/^备份完成/)]);
  expect(readState(dataDir)).not.toHaveProperty('failure');
  expect(readState(dataDir)).not.toHaveProperty('check');
}, 240_000);

test('does not wait for a running full backup when the server stops (S84)', async () => {
  const endless = join(dataDir, 'files/1/2020/01/endless.pdf');
  mkdirSync(dirname(endless), { recursive: true });
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', endless]);
  const backups = await started('cut', async () => [], silent);
  const partOf = (name: string) => readdirSync(at('cut'), { recursive: true }).join().includes(name);
  await vi.waitFor(() => expect(partOf('endless.pdf')).toBe(true), 60_000);
  expect(partOf('cluster')).toBe(true);
  await backups.stop();
  expect(partOf('manifest')).toBe(false);
  // A process that is still alive would continue here and remove its files.
  closeSync(openSync(endless, constants.O_RDWR));
  await vi.waitFor(() => expect(partOf('cluster')).toBe(false), 60_000);
  await vi.waitFor(async () => expect(await run('select from pg_replication_slots')).toEqual([]), 60_000);
  rmSync(endless);
}, 240_000);

test('removes the database of a killed restore check at the next start (S84)', async () => {
  await backupsIn('torn').full(false);
  const program = at('check.mjs');
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  writeFileSync(
    program,
    `const { checkBackup } = await import(${url('./index.ts')});
     const { openBackupStorage } = await import(${url('./storage.ts')});
     const storage = openBackupStorage(${JSON.stringify(at('torn'))}, Buffer.alloc(32, 7));
     await checkBackup(storage, ${JSON.stringify(dataDir)}, () => {}, () => process.kill(process.pid, 'SIGKILL'));`,
  );
  const { pid: killed, signal } = spawnSync(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit'] });
  expect(signal).toBe('SIGKILL');
  const [check = ''] = checksOf(killed);
  const pid = postmasterOf(check);
  expect(isAlive(pid)).toBe(true);
  await started('torn', async () => [], silent, false);
  expect(isAlive(pid)).toBe(false);
  expect(checksOf(killed)).toEqual([]);
}, 240_000);

test.skipIf(process.getuid?.() !== 0)(
  'leaves no files outside the temporary folder when a restore check runs as root (S84)',
  async () => {
    await backupsIn('outside').full(false);
    const closed = at('closed');
    mkdirSync(closed, { mode: 0o700 });
    const logLines: string[] = [];
    vi.stubEnv('TMPDIR', closed);
    try {
      const { problems } = await checkBackup(
        openBackupStorage(at('outside'), key),
        dataDir,
        (line) => logLines.push(line),
        async () => [],
      );
      expect(problems).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
    const [, outside = ''] = /数据库放在 (\/var\/lib\/anlan-[0-9a-f]+)/.exec(logLines.join()) ?? [];
    expect(outside).not.toBe('');
    expect(existsSync(outside)).toBe(false);
    expect(readdirSync(closed)).toEqual([]);
  },
  240_000,
);

test('ends the database of a manual restore check on Ctrl-C (S84)', async () => {
  await backupsIn('by-hand').full(false);
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../backup.ts'), 'restore-check'], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      BACKUP_DIR: at('by-hand'),
      BACKUP_KEY: key.toString('hex'),
    },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('exit', done));
  const { pid: checking = 0 } = child;
  const pid = await vi.waitFor(() => postmasterOf(checksOf(checking)[0] ?? ''), { timeout: 60_000, interval: 5 });
  child.kill('SIGINT');
  expect(await ended).toBe(1);
  // The process id remains in use until the parent process has reaped the child.
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  expect(checksOf(checking)).toEqual([]);
}, 240_000);
