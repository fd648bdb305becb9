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
  for (const file of files.slice(0, at)) cpSync(join(migrationsFolder, file), join(folder, file));
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

test('S20 S90 a first password that the log still holds opens nothing any more, and kept answers forget theirs', async () => {
  const { rows, later } = await editionBefore('password-links');
  await rows(`insert into tenant (tenant_id, name) values ('0', '平台')`);
  const person = (username: string, more = '', values = '') =>
    rows(`insert into app_user (tenant_id, id, username, nick_name, type, password_hash${more})
          values ('0', gen_random_uuid(), '${username}', '管理员', 'platform', 'hash'${values})`);
  await person('platform');
  await person('changed', ', password_changed_at', ', now()');
  await person('other');
  await rows(`insert into session (tenant_id, id, user_id, client_id, started_at, ends_at, last_seen_at, address, network, user_agent)
              select '0', gen_random_uuid(), id, '', now(), now() + interval '1 day', now(), '', '', '' from app_user`);
  await rows(`insert into idempotency (tenant_id, actor, call, key, body_hash, claim, lease_ends_at, outcome, created_at)
              select '0', 'a', call, call, '', gen_random_uuid(), now(), '{"data":{"password":"Xk3fGh2mPq"}}', now()
              from unnest(array['user.create', 'user.password', 'enterprise.create']) call`);
  await later();
  expect(
    await rows(`select username, password_hash is null as none, revoked_at is not null as ended
                from app_user u join session s on s.user_id = u.id order by 1`),
  ).toEqual([
    { username: 'changed', none: false, ended: false },
    { username: 'other', none: false, ended: false },
    { username: 'platform', none: true, ended: true },
  ]);
  expect(await rows(`select call from idempotency where outcome like '%Xk3fGh2mPq%'`)).toEqual([
    { call: 'enterprise.create' },
  ]);
});

test('the platform’s own unit is called as pages call it, unless somebody gave it another name', async () => {
  const { rows, later } = await editionBefore('import-row');
  await rows(`insert into tenant (tenant_id, name) values ('0', '安澜平台')`);
  await rows(`insert into brand (id, name) values ('0', '我们的平台')`);
  await later();
  expect(await rows(`select t.name, b.name as brand from tenant t join brand b on b.id = t.tenant_id`)).toEqual([
    { name: '平台管理', brand: '我们的平台' },
  ]);
});

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
