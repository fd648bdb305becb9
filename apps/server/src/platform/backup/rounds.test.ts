// A small installation whose backups follow each other, fail, are cut off or go elsewhere: nothing that was written is lost.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { withConnection } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { startEmbedded, type Embedded } from '../postgres/index.ts';
import { forgetBackups, openBackups, restoreBackup } from './index.ts';
import { openShelf } from './shelf.ts';

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
const backupsIn = (name: string) =>
  openBackups({
    dataDir,
    place: server.place,
    superuserUrl: server.superuserUrl,
    folder: at(name),
    copyTo: null,
    key,
  });
const kept = async (name: string, kind: string) =>
  (await openShelf(at(name), key).list()).map((one) => one.name).filter((one) => one.split('/')[1] === kind);

/** What a backup brings back of all that was written, by name. */
async function broughtBack(from: string, stamp: string | null): Promise<unknown[]> {
  const to = mkdtempSync(at('restored-'));
  chmodSync(to, 0o711);
  await restoreBackup(openShelf(at(from), key), { dataDir: to, stamp, replace: false }, silent);
  const restored = await startEmbedded({ dataDir: to, log: silent });
  try {
    return (await runOn(restored.superuserUrl, `select name from counter where tenant_id = '1' order by name`)).map(({ name }) => name);
  } finally {
    await restored.stop();
    rmSync(to, { recursive: true, force: true });
  }
}

/** Has PostgreSQL throw away the log that nobody asks it to keep. */
async function recycle() {
  // The first writes down how far the slots have come, the second goes by it.
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
  await migrate(server.ownerUrl);
  await run(`insert into tenant (tenant_id, name) values ('0', '平台'), ('1', '甲方的单位名称')`);
}, 240_000);
afterEach(async () => {
  await run('delete from counter');
  await forgetBackups(server.superuserUrl);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('whichever full backup is left, the log leads from it to the end, over every later one (S84)', async () => {
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

test('a backup into another folder takes nothing from the log of the one that a server serves (S84)', async () => {
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
  // The server was told another folder: it is served from its first full backup on, and no other.
  await backupsIn('elsewhere').full(true);
  expect(await slots()).not.toContainEqual(slot);
  expect(await backupsIn('elsewhere').log()).toMatchObject({ unbroken: true });
  expect(await serving.log()).toMatchObject({ unbroken: false });
}, 240_000);

test('log with a hole in it is said to be broken until a full backup has gone well, and counts for nothing (S84)', async () => {
  const backups = backupsIn('hole');
  await backups.full(true);
  const [before] = await kept('hole', 'wal');
  await write('a');
  await backups.log();
  const [lost = ''] = (await kept('hole', 'wal')).slice(-1);
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
