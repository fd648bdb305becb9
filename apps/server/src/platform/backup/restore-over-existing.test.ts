// A restore over an existing installation (S84) moves the old folders aside completely, so that an administrator can
// move them back.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection } from '../db/connection.ts';
import { migrateEarly } from '../../../testing/early-schema.ts';
import { startEmbedded } from '../postgres/index.ts';
import { openBackups, restoreBackup } from './index.ts';
import { openBackupStorage } from './storage.ts';

const key = Buffer.alloc(32, 7);
const silent = () => {};
let folder = '';
let dataDir = '';
let storageDir = '';
let home = '';

async function queryRows(...texts: string[]) {
  const server = await startEmbedded({ dataDir, log: silent });
  try {
    return await withConnection(server.superuserUrl, async (client) => {
      for (const text of texts) await client.query(text);
      return (await client.query<{ name: string }>('select name from counter order by name')).rows.map(
        ({ name }) => name,
      );
    });
  } finally {
    await server.stop();
  }
}
const replaced = () =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith('before-restore-'))
    .sort();

beforeAll(async () => {
  // The parent folder belongs to root, so the database is outside it and a link points there.
  folder = mkdtempSync(join(tmpdir(), 'anlan-replace-'));
  chmodSync(folder, 0o700);
  dataDir = join(folder, 'data');
  storageDir = join(folder, 'shelf');
  const server = await startEmbedded({ dataDir, log: silent });
  home = dirname(realpathSync(join(dataDir, 'postgres')));
  const { place, superuserUrl, ownerUrl } = server;
  await withConnection(superuserUrl, async (client) => {
    for (const name of ['fsync', 'full_page_writes']) await client.query(`alter system set ${name} = off`);
    await client.query('select pg_reload_conf()');
  });
  await migrateEarly(ownerUrl, join(folder, 'migrations'));
  await withConnection(superuserUrl, async (client) => {
    await client.query(`insert into tenant (tenant_id, name) values ('0', '平台')`);
    await client.query(`insert into counter values ('0', 'kept', 1)`);
  });
  await openBackups({ dataDir, place, superuserUrl, folder: storageDir, copyTo: null, key }).full(false);
  await server.stop();
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  writeFileSync(join(dataDir, 'files/later'), 'later');
}, 240_000);
afterAll(() => {
  if (!home.startsWith(folder)) rmSync(home, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

test('moves old data aside so that a server starts when the data is moved back', async () => {
  expect(await queryRows(`insert into counter values ('0', 'later', 1)`)).toEqual(['kept', 'later']);
  const lines: string[] = [];
  await restoreBackup(openBackupStorage(storageDir, key), { dataDir, stamp: null, replace: true }, (line) =>
    lines.push(line),
  );
  expect(await queryRows()).toEqual(['kept']);
  expect(replaced()).toHaveLength(1);
  const aside = join(dataDir, replaced()[0] ?? '');
  expect(realpathSync(join(aside, 'postgres'))).not.toBe(realpathSync(join(dataDir, 'postgres')));
  const logText = lines.join('\n');
  expect(logText).toContain(aside);
  if (home !== realpathSync(dataDir)) expect(logText).toContain(realpathSync(join(aside, 'postgres')));
  // This message would be wrong here, and an administrator might delete the folder because of it.
  expect(logText).not.toContain('不属于现在的数据目录');

  mkdirSync(join(folder, 'restored'));
  renameSync(join(dataDir, 'postgres'), join(folder, 'restored/postgres'));
  for (const name of ['postgres', 'files']) renameSync(join(aside, name), join(dataDir, name));
  expect(await queryRows()).toEqual(['kept', 'later']);
  expect(readFileSync(join(dataDir, 'files/later'), 'utf8')).toBe('later');
}, 240_000);

test('leaves no empty installation when a restore is killed after moving old data aside', async () => {
  const before = replaced();
  const program = join(folder, 'restore.mjs');
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  writeFileSync(
    program,
    `const { restoreBackup } = await import(${at('./index.ts')});
     const { openBackupStorage } = await import(${at('./storage.ts')});
     const wanted = { dataDir: ${JSON.stringify(dataDir)}, stamp: null, replace: true };
     const log = (line) => {
       if (line.startsWith('原有的数据已移到')) process.kill(process.pid, 'SIGKILL');
     };
     await restoreBackup(openBackupStorage(${JSON.stringify(storageDir)}, Buffer.alloc(32, 7)), wanted, log);`,
  );
  const { signal } = spawnSync(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit'] });
  expect(signal).toBe('SIGKILL');
  expect(replaced()).toHaveLength(before.length + 1);
  await expect(startEmbedded({ dataDir, log: silent })).rejects.toThrow(/恢复没有做完.*--replace/);
  await restoreBackup(openBackupStorage(storageDir, key), { dataDir, stamp: null, replace: true }, silent);
  expect(await queryRows()).toEqual(['kept']);
}, 240_000);
