// These tests back up a small installation, kill it, restore it and compare the rows.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
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
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withConnection } from '../db/connection.ts';
import { migrateEarly } from '../../../testing/early-schema.ts';
import { startEmbedded, type Embedded } from '../postgres/index.ts';
import { end } from '../postgres/processes.ts';
import { resumeOutgoing } from './outgoing-pause.ts';
import { checkBackup, openBackups, restoreBackup } from './index.ts';
import { fullIsDue } from './schedule.ts';
import { encrypt, decrypt } from './encryption.ts';
import { openBackupStorage } from './storage.ts';

const key = Buffer.alloc(32, 7);
const file = '1/2026/11/01234567-0123-0123-0123-0123456789ab.pdf';
const later = '1/2026/11/11234567-0123-0123-0123-0123456789ab.pdf';
const silent = () => {};
let folder = '';
let dataDir = '';
let storageDir = '';
let server: Embedded;
const run = (text: string, values: unknown[] = []) =>
  withConnection(
    server.superuserUrl,
    async (client) => (await client.query<Record<string, unknown>>(text, values)).rows,
  );
const backups = (more: { copyTo?: string } = {}) =>
  openBackups({
    dataDir,
    place: server.place,
    superuserUrl: server.superuserUrl,
    folder: storageDir,
    copyTo: more.copyTo ?? null,
    key,
  });
const storage = (storageKey = key) => openBackupStorage(storageDir, storageKey);

async function stored(name: string, text: string) {
  const path = join(dataDir, 'files', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  await run(
    `insert into file (tenant_id, id, owner_id, purpose, name, type, size_bytes, key, sha256)
     values ('1', gen_random_uuid(), gen_random_uuid(), 'file', '执照.pdf', 'application/pdf', $1, $2, $3)`,
    [text.length, name, createHash('sha256').update(text).digest('hex')],
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-backup-'));
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  storageDir = join(folder, 'shelf');
  server = await startEmbedded({ dataDir, log: silent });
  for (const name of ['fsync', 'full_page_writes']) await run(`alter system set ${name} = off`);
  await run('select pg_reload_conf()');
  await migrateEarly(server.ownerUrl, join(folder, 'migrations'));
  await run(`insert into tenant (tenant_id, name) values ('0', '平台'), ('1', '甲方的单位名称')`);
  await run(`insert into counter select '1', 'n' || n, n from generate_series(1, 500) n`);
  await run(
    `insert into session (tenant_id, id, user_id, client_id, started_at, ends_at, last_seen_at, address, network, user_agent)
     values ('1', gen_random_uuid(), gen_random_uuid(), 'c', now(), now() + interval '1 day', now(), '', '', '')`,
  );
  await run(`select pgboss.create_queue('sms', '{"policy": "standard"}'::jsonb)`);
  await run(`insert into pgboss.job (name) values ('sms')`);
  await stored(file, 'licence');
}, 240_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('an object in the backup folder (S84)', () => {
  const text = Buffer.alloc(700_000, 'ab');
  const encrypted = () => buffer(Readable.from(encrypt(key, 'a', Readable.from([text]))));
  const open = async (bytes: Buffer, name = 'a', decryptionKey = key) =>
    buffer(Readable.from(decrypt(decryptionKey, name, Readable.from([bytes]))));
  let bytes: Buffer;
  beforeEach(async () => {
    bytes = await encrypted();
  });

  test('is decrypted with its key and name', async () => {
    expect((await open(bytes)).equals(text)).toBe(true);
    expect(bytes.includes('abababab')).toBe(false);
  });
  test('is refused with a message when the object is changed, shortened, extended or renamed', async () => {
    for (const at of [0, 20, 40, 300_000, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(open(changed), String(at)).rejects.toThrow(/^备份 a .*(损坏|截断).*$/);
    }
    for (const length of [0, 31, 33, 262_144 + 52, bytes.length - 1])
      await expect(open(bytes.subarray(0, length)), String(length)).rejects.toThrow(/截断/);
    await expect(open(Buffer.concat([bytes, Buffer.from('x')]))).rejects.toThrow(/多出/);
    await expect(open(bytes, 'b')).rejects.toThrow(/校验不通过/);
  });
  test('is reported with a wrong key as the cause when another key is used', async () => {
    await expect(open(bytes, 'a', Buffer.alloc(32, 8))).rejects.toThrow(/^备份密钥不对/);
  });
});

test('restores all rows up to the last log segment after the server was killed (S84)', async () => {
  const copyTo = join(folder, 'second');
  await backups({ copyTo }).full(true);
  await run(`insert into counter select '1', 'n' || n, n from generate_series(501, 800) n`);
  await stored(later, 'second licence');
  expect(await backups({ copyTo }).log()).toMatchObject({ unbroken: true });
  await run(`insert into counter values ('1', 'unsaved', 1)`);
  process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  await server.stop();

  const plain = execFileSync('sh', ['-c', `cat $(find ${storageDir} ${copyTo} -type f)`], { maxBuffer: 1 << 28 });
  // Searches for long words only: in a megabyte of encrypted bytes, a short byte sequence appears by chance.
  for (const word of ['licence', 'counter', '甲方的单位名称']) expect(plain.includes(word), word).toBe(false);
  expect(readdirSync(storageDir, { recursive: true }).sort()).toEqual(readdirSync(copyTo, { recursive: true }).sort());

  const to = join(folder, 'restored');
  const { files, missing } = await restoreBackup(
    openBackupStorage(copyTo, key),
    { dataDir: to, stamp: null, replace: false },
    silent,
  );
  expect({ files, missing }).toEqual({ files: 2, missing: [] });
  expect(readFileSync(join(to, 'files', later), 'utf8')).toBe('second licence');
  expect(existsSync(join(to, 'secrets.json')) || existsSync(join(to, 'backup.key'))).toBe(false);

  dataDir = to;
  server = await startEmbedded({ dataDir, log: silent });
  expect(await run(`select count(*)::int as n, max(value)::int as top from counter where tenant_id = '1'`)).toEqual([
    { n: 800, top: 800 },
  ]);
  expect(await run('select revoked_reason as why from session')).toEqual([{ why: 'restored' }]);
  const waiting = `select isfinite(start_after) as soon from pgboss.job where name = 'sms'`;
  expect(await run(waiting)).toEqual([{ soon: false }]);
  expect(await run('select name from hold')).toEqual([{ name: 'outgoing' }]);
  expect(await run(`select call from audit where tenant_id = '0' and call = 'backup.restore'`)).toHaveLength(1);
  expect(await withConnection(server.superuserUrl, resumeOutgoing)).toBe(true);
  expect(await run(waiting)).toEqual([{ soon: true }]);
  // A restored database writes its log on a new timeline, so log continues only after a new full backup.
  await backups().full(false);
  expect(statSync(join(dataDir, 'backup.json')).mode & 0o777).toBe(0o600);
  expect(await run('select slot_name from pg_replication_slots')).toEqual([]);
}, 240_000);

test('compares rows and file hashes in a restore check', async () => {
  const check = (examine: (url: string) => Promise<string[]> = async () => []) =>
    checkBackup(storage(), dataDir, silent, examine);
  const checkResult = await check();
  expect(checkResult).toMatchObject({ compared: true, problems: [], files: 2 });
  expect(checkResult.rows).toBeGreaterThan(800);
  const examined = await check(async (url) =>
    withConnection(url, async (client) => (await client.query<{ name: string }>('select name from tenant')).rows).then(
      (rows) => rows.map(({ name }) => name).sort(),
    ),
  );
  expect(examined.problems).toEqual(['平台', '甲方的单位名称'].sort());
  const many = await check(async () => Array.from({ length: 25 }, (_, at) => `封条 ${at}`));
  expect(many.problems).toHaveLength(25);
  expect(many.lines).toEqual([...many.problems.slice(0, 19), '这一类还有 6 处，没有逐条列出']);
  const [cluster] = (await storage().list()).filter(({ name }) => name.endsWith('/cluster')).slice(-1);
  const path = join(storageDir, cluster?.name ?? '');
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  await expect(check()).rejects.toThrow(/校验不通过/);
  const to = join(folder, 'never');
  await expect(restoreBackup(storage(), { dataDir: to, stamp: null, replace: false }, silent)).rejects.toThrow(
    /校验不通过/,
  );
  await expect(
    restoreBackup(storage(Buffer.alloc(32, 9)), { dataDir: join(folder, 'none'), stamp: null, replace: false }, silent),
  ).rejects.toThrow(/^备份密钥不对/);
  expect(existsSync(join(folder, 'none'))).toBe(false);
}, 240_000);

test('limits the database log that is retained while the backup storage fails', async () => {
  const limited = (storageFolder: string) =>
    openBackups({
      dataDir,
      place: server.place,
      superuserUrl: server.superuserUrl,
      copyTo: null,
      key,
      folder: storageFolder,
      logMb: 32,
    });
  const slots = () => run('select wal_status as status from pg_replication_slots');
  const blocked = join(folder, 'blocked');
  writeFileSync(blocked, '');
  await expect(limited(join(blocked, 'shelf')).full(true)).rejects.toThrow(/ENOTDIR/);
  expect(await slots()).toEqual([]);

  const open = join(folder, 'open');
  await limited(open).full(true);
  expect(await limited(open).logWarning()).toBeNull();
  rmSync(open, { recursive: true });
  writeFileSync(open, '');
  for (let n = 0; n < 5; n += 1) {
    await run(`insert into counter values ('1', $1, 1)`, [`segment${n}`]);
    await run('select pg_switch_wal()');
  }
  await run('checkpoint');
  expect(await slots()).toEqual([{ status: 'lost' }]);
  await expect(limited(open).log()).rejects.toThrow(/ENOTDIR/);
  expect(await limited(open).logWarning()).toMatch(/已超过 32 MB，数据库不再保留/);
  rmSync(open);
  for (const time of ['first', 'again']) expect(await limited(open).log(), time).toMatchObject({ unbroken: false });
  expect(await slots()).toEqual([]);
}, 120_000);

test('never starts an unfinished restore (S84)', async () => {
  await backups().full(false);
  const to = join(folder, 'torn');
  const program = join(folder, 'restore.mjs');
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  writeFileSync(
    program,
    `const { restoreBackup } = await import(${at('./index.ts')});
     const { openBackupStorage } = await import(${at('./storage.ts')});
     const wanted = { dataDir: ${JSON.stringify(to)}, stamp: null, replace: false };
     const log = (line) => {
       console.log(line);
       // The database is running here, but it has received no statement yet.
       if (line.startsWith('数据库已恢复')) process.kill(process.pid, 'SIGKILL');
     };
     await restoreBackup(openBackupStorage(${JSON.stringify(storageDir)}, Buffer.alloc(32, 7)), wanted, log);`,
  );
  const { signal } = spawnSync(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit'] });
  expect(signal).toBe('SIGKILL');
  await expect(startEmbedded({ dataDir: to, log: silent })).rejects.toThrow(/恢复没有做完.*--replace/);
  const again = (replace: boolean) => restoreBackup(storage(), { dataDir: to, stamp: null, replace }, silent);
  await expect(again(true)).rejects.toThrow(/数据库正在运行/);
  const pid = Number(readFileSync(join(to, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  await end(pid, 'SIGINT', 60_000);
  await expect(again(false)).rejects.toThrow(/没有做完的恢复/);
  await again(true);
  expect(readdirSync(to).filter((name) => name.startsWith('before-restore-'))).toHaveLength(1);
  const restored = await startEmbedded({ dataDir: to, log: silent });
  try {
    const sessions = await withConnection(
      restored.superuserUrl,
      async (client) => (await client.query<{ n: number }>('select count(*)::int as n from session')).rows,
    );
    expect(sessions[0]?.n).toBeGreaterThan(0);
  } finally {
    await restored.stop();
  }
}, 240_000);

test('refuses to move the files of a running database', async () => {
  await expect(restoreBackup(storage(), { dataDir, stamp: null, replace: true }, silent)).rejects.toThrow(
    /数据库正在运行/,
  );
  expect(await run('select 1 as one')).toEqual([{ one: 1 }]);
});

test('refuses a restore into a folder with data unless an option allows to move the data aside', async () => {
  await expect(restoreBackup(storage(), { dataDir, stamp: null, replace: false }, silent)).rejects.toThrow(
    /已有数据.*--replace/,
  );
});

test('makes a full backup at night, or at once when there is no full backup', () => {
  const night = new Date('2026-11-21T18:30:00Z');
  const noon = new Date('2026-11-22T04:00:00Z');
  expect(fullIsDue(null, noon)).toBe(true);
  expect(fullIsDue(new Date('2026-11-20T18:31:00Z'), night)).toBe(true);
  expect(fullIsDue(new Date('2026-11-21T18:05:00Z'), night)).toBe(false);
  expect(fullIsDue(new Date('2026-11-21T18:30:00Z'), noon)).toBe(false);
  expect(fullIsDue(new Date('2026-11-20T18:30:00Z'), noon)).toBe(true);
});
