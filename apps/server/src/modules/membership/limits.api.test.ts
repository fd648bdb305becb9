// Tests the account and storage limits of plans. Files for legal duties are never limited.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dataOf, send, signIn } from '../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { photo } from '../../../testing/pictures.ts';
import { makeTenant, type TestTenant } from '../../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let token = '';
let enterpriseId = '';
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  enterpriseId = tenant.enterpriseIds[0] ?? '';
  await app.sql(`insert into tenant_setting (tenant_id, version, setting, updated_at) values ($1, 1, $2, now())`, [
    tenant.id,
    { 'membership.baseSeats': 5, 'membership.baseStorageMb': 100 },
  ]);
  token = (await signIn(app, tenant, 'entadmin')).access_token;
});

const member = (endsOn: string, { seats = 0, storageMb = 0, opens = '{}' } = {}) =>
  app.sql(
    `insert into membership (tenant_id, enterprise_id, began_on, months, ends_on, opens, seats, storage_mb, lookups,
       updated_at) values ($1, $2, '2026-01-01', 12, $3, $4, $5, $6, 0, now())
     on conflict (tenant_id, enterprise_id) do update set ends_on = excluded.ends_on, seats = excluded.seats`,
    [tenant.id, enterpriseId, endsOn, opens, seats, storageMb],
  );
let lastPhone = 13_700_000_000;
const add = (name: string) =>
  send(app, 'POST', '/upms/user', {
    token,
    body: { username: name, nickName: name, type: '1', phone: String((lastPhone += 1)), roleIds: [] },
  });
const own = async () =>
  dataOf<{ seats: object; storageMb: object; dutyMb: number }>(
    await send(app, 'GET', '/bus/api/index/myservice', { token }),
  );
const upload = async (dir: string) =>
  send(app, 'POST', '/upms/file/upload', {
    token,
    query: `dir=${dir}`,
    file: { name: 'a.jpg', type: 'image/jpeg', bytes: await photo() },
  });

test('CA-06 gives enterprises with a membership more accounts', async () => {
  const answers = [];
  for (let n = 0; n < 4; n += 1) answers.push((await add(`seat${n}`)).status);
  expect(answers).toEqual([200, 200, 200, 400]);
  const last = await add('seat9');
  expect(last.json).toMatchObject({ msg: expect.stringContaining('账号名额已用完：已开通 5 / 5 个') });
  expect(await own()).toMatchObject({ seats: { used: 5, most: 5 } });
  await member('2099-01-01', { seats: 2 });
  expect((await add('seat5')).status).toBe(200);
  // Six accounts with a limit of five: open accounts stay open, but a closed one cannot be reopened.
  await member('2026-01-01', { seats: 2 });
  expect(await own()).toMatchObject({ seats: { used: 6, most: 5 } });
  const [{ id, version } = { id: '', version: 0 }] = await app.sql<{ id: string; version: number }>(
    `select id, version from app_user where tenant_id = $1 and username = 'seat5'`,
    [tenant.id],
  );
  const lock = (lockFlag: string, at: number) =>
    send(app, 'POST', '/upms/user/lock', { token, body: { id, version: at, lockFlag } });
  expect((await lock('9', version)).status).toBe(200);
  expect((await lock('0', version + 1)).status).toBe(400);
});

test('S85 gives the last free account of an enterprise to one of twenty concurrent requests', async () => {
  await add('first1');
  await add('first2');
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => add(`race${n}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('CA-06 never refuses legally required files because of the storage limit', async () => {
  await app.sql(
    `insert into file_use (tenant_id, enterprise_id, day, files, bytes, media_bytes)
     values ($1, $2, '2026-01-01', 0, 104857600, 104857600)
     on conflict (tenant_id, enterprise_id) do update set bytes = 104857600, media_bytes = 104857600`,
    [tenant.id, enterpriseId],
  );
  const refused = await upload('picture');
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({ msg: expect.stringContaining('存储空间不足：已用 100 / 100 MB') });
  for (const dir of ['licence', 'photo', 'evidence', 'document']) expect((await upload(dir)).status).toBe(200);
  expect(await own()).toMatchObject({ storageMb: { used: 100, most: 100 }, dutyMb: 1 });
  await member('2099-01-01', { storageMb: 1 });
  expect((await upload('picture')).status).toBe(200);
});
