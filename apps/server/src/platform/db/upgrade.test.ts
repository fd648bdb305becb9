// An upgrade must convert the data of an older installation.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyDatabase, urlOf } from '../../../testing/cluster.ts';
import { withConnection } from './connection.ts';
import { migrate, migrationsFolder } from './migrate.ts';

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

test('replaces id hashes of seeded files by content hashes at the upgrade', async () => {
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

test('preserves the meaning of older records: checks without proof, accidents, printed presence codes', async () => {
  const { rows, later } = await editionBefore('counted-facts');
  const firm = '00000000-0000-7000-8000-000000000001';
  const own = `'0', gen_random_uuid(), '${firm}'`;
  await rows(`insert into tenant (tenant_id, name) values ('0', '平台')`);
  await rows(`insert into enterprise (tenant_id, id, name, credit_code, enterprise_code, supervision_kind, region_code,
      registered_address, industry_code, legal_person, safety_manager_name, safety_manager_phone, status, source, created_at,
      updated_at)
    values ('0', '${firm}', '旧企业', '91330108MA27XXXXXX', 'E1', 'key', '330108', '站前路', 'G54', '陆安', '陆安', '', 'active', 'entered',
      now(), now())`);
  await rows(`insert into employee (tenant_id, id, enterprise_id, name, phone, department, post_kind, post_name, hired_on,
      created_at, updated_at, oversight_code)
    values (${own}, '李师傅', '', '车队', 'driver', '驾驶员', '2025-01-06', now(), now(), '330108')`);
  await rows(`insert into risk_point (tenant_id, id, enterprise_id, no, name, kind, place, department, owner_id,
      assessed_on, control_layer, check_cycle, created_at, updated_at, oversight_code)
    select ${own}, 'FX-1', '一号库', 'place', '库区', '车队', id, '2026-01-05', 'post', 'daily', now(), now(), '330108'
    from employee`);
  await rows(`insert into risk_check (tenant_id, id, enterprise_id, risk_point_id, layer, due_on, point_name, opens_at,
      due_at, planned, presence, done_at, status, created_at, updated_at, oversight_code)
    select '0', gen_random_uuid(), enterprise_id, id, 'post', day::date, name, day, day + interval '1 day', true, presence,
      day + interval '9 hours', 'done', now(), now(), '330108'
    from risk_point, (values (timestamptz '2026-01-06 00:00:00+08', null), ('2026-01-07 00:00:00+08', 'none'),
      ('2026-01-08 00:00:00+08', 'qr')) as of (day, presence)`);
  await rows(`insert into accident (tenant_id, id, enterprise_id, kind, number, title, type, place, occurred_at,
      first_report_at, reported_at, process, created_at, updated_at, oversight_code)
    select ${own}, 'harm', no, '碰撞', 'vehicle', '库区', '2026-01-01 08:00:00+08', '2026-01-01 08:30:00+08',
      reported::timestamptz, '碰撞', now(), now(), '330108'
    from (values ('SG-1', null), ('SG-2', '2026-01-05 08:00:00+08')) as of (no, reported)`);
  await later();
  // Rows of older releases had no presence check. After the upgrade, a check done in time is still in time, and
  // stores its kind of proof.
  expect(await rows('select presence, far, done_at < due_at as "inTime" from risk_check order by due_on')).toEqual([
    { presence: null, far: false, inTime: true },
    { presence: 'none', far: false, inTime: true },
    { presence: 'qr', far: false, inTime: true },
  ]);
  const counted = `to_char(counted_at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as at`;
  expect(await rows(`select number, ${counted} from accident order by number`)).toEqual([
    { number: 'SG-1', at: '01-01 08:00' },
    { number: 'SG-2', at: '01-04 08:00' },
  ]);
  expect(await rows('select former_codes from risk_point')).toEqual([{ former_codes: [] }]);
});

test('finds the names of older rows under row security after the upgrade', async () => {
  const { rows, later } = await editionBefore('search-by-pinyin');
  await rows(`insert into tenant (tenant_id, name) values ('0', '平台')`);
  await rows(`insert into brand (id, name) values ('0', '平台A')`);
  await rows(`insert into role (tenant_id, id, code, name) values ('0', gen_random_uuid(), 'ROLE_A', '值班A')`);
  await rows(`insert into topic (tenant_id, id, type, title, items, created_at, updated_at)
    values ('0', gen_random_uuid(), 'motif', '安全月B', '[]', now(), now())`);
  await later();
  const secured = 'select relforcerowsecurity as secured from pg_class where oid =';
  for (const [table, column, text] of [
    ['brand', 'name', '平台a'],
    ['role', 'name', '值班a'],
    ['topic', 'title', '安全月b'],
  ]) {
    expect(await rows(`select ${column}_search as text from ${table}`)).toEqual([{ text }]);
    expect(await rows(`${secured} '${table}'::regclass`)).toEqual([{ secured: true }]);
  }
});
