// What an installation of before holds becomes what this edition keeps.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyDatabase, urlOf } from '../../../testing/cluster.ts';
import { withConnection } from './connection.ts';
import { migrate, migrationsFolder } from './migrate.ts';

/** An empty database, brought to the edition before a migration; `later` goes on from there. */
async function editionBefore(topic: string) {
  const { ownerUrl: somewhere, drop } = await copyDatabase();
  await drop();
  const name = `upgrade_${crypto.randomUUID().slice(0, 8)}`;
  await withConnection(urlOf(somewhere, 'anlan'), (client) => client.query(`create database ${name}`));
  const ownerUrl = urlOf(somewhere, name);
  const folder = mkdtempSync(join(tmpdir(), 'anlan-upgrade-'));
  const files = readdirSync(migrationsFolder).toSorted();
  const at = files.findIndex((file) => file.endsWith(`-${topic}.sql`));
  for (const file of files.slice(0, at)) cpSync(join(migrationsFolder, file), join(folder, file), { recursive: true });
  await migrate(ownerUrl, { folder });
  rmSync(folder, { recursive: true });
  const rows = <T extends object>(text: string) =>
    withConnection(ownerUrl, async (client) => {
      await client.query(`select set_config('anlan.tenant_id', '0', false), set_config('anlan.wall', 'on', false),
        set_config('anlan.enterprise_from', '00000000-0000-0000-0000-000000000000', false),
        set_config('anlan.enterprise_to', 'ffffffff-ffff-ffff-ffff-ffffffffffff', false)`);
      return (await client.query<T>(text)).rows;
    });
  return { rows, later: () => migrate(ownerUrl, { folder: migrationsFolder }) };
}

test('seeded files that were registered under the hash of their id get the hash of their bytes', async () => {
  const { rows, later } = await editionBefore('seeded-hashes');
  const file = (name: string, bytes: number, hash: string) =>
    rows(`insert into file (tenant_id, id, owner_id, purpose, name, type, size_bytes, key, sha256)
          select '0', id, id, 'photo', '${name}', 'image/png', ${bytes}, '', ${hash} from (select gen_random_uuid() as id)`);
  await rows(`insert into tenant (tenant_id, name) values ('0', '平台')`);
  await file('seeded', 7847, `encode(sha256(convert_to(id::text, 'UTF8')), 'hex')`);
  await file('uploaded', 7847, `repeat('a', 64)`);
  await later();
  expect(await rows('select name, sha256 from file order by name')).toEqual([
    { name: 'seeded', sha256: '634165a9e5d9f8f96a746afe2c58e3931d24a01636912ac7dce0a82b8dc8e247' },
    { name: 'uploaded', sha256: 'a'.repeat(64) },
  ]);
});
