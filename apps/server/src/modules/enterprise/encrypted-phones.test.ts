// Tests that phones of enterprises, stations and applications are stored encrypted (S78, S79, G7).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encryptStored } from '#kit/direct-row-writes.ts';
import { station as stations } from '@anlan/contract/modules/station/resource';
import { callNamed, cipher, dataOf, send, sendCall, signIn } from '../../../testing/client.ts';
import { openSetup, type Setup } from '../../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { goodRow, tableOf } from '../../../testing/import-file.ts';
import { phonesOfFirm } from '../../../testing/phones.ts';
import { freshCreditCode, makeTenant, password, type TestTenant } from '../../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  setup = await openSetup(app, tenant);
});
afterAll(() => app.close());

const firm = () => tenant.enterpriseIds[0] ?? '';
const station = (verb: string, input: Record<string, unknown>, kind: 'regulator' | 'entadmin' = 'regulator') =>
  sendCall(app, callNamed(app, `station.${verb}`), input, setup.as(kind));
const jobOver = async (jobId: string) => {
  const job = async () =>
    dataOf<{ state: string; result: { errors?: object[] } }>(
      await send(app, 'GET', `/upms/job/${jobId}`, setup.as('regulator')),
    );
  await expect.poll(async () => (await job()).state, { timeout: 20_000 }).toBe('done');
  return job();
};
/** Names of all tables that contain one of the phones in plain text. */
async function holding(phones: string[], except: string[] = []): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const queries = tables
    .filter(({ name }) => !except.includes(name))
    .map(
      ({ name }) => `select '${name}: ' || canary.phone as found from "${name}" t, unnest($1::text[]) as canary (phone)
       where strpos(to_jsonb(t)::text, canary.phone) > 0 group by canary.phone`,
    );
  return (await app.sql<{ found: string }>(queries.join(' union all '), [phones])).map(({ found }) => found);
}

describe('the stored phones of every table', () => {
  test('contain no unencrypted phone of an enterprise (S78, G7)', async () => {
    const canaries = Array.from({ length: 12 }, (_, n) => `133555501${String(n).padStart(2, '0')}`);
    const [legal = '', head = '', safety = '', manager = '', changed = '', dropped = '', ...more] = canaries;
    const [stationed = '', moved = '', imported = '', overwritten = '', wrong = ''] = more;
    const phones = { legalPhone: legal, headPhone: head, safetyHeadPhone: safety, safetyManagerPhone: manager };
    const { id } = await setup.created(phones);
    expect(await phonesOfFirm(app, tenant.id, id)).toEqual(phones);
    expect((await setup.call('update', { id, version: 1, legalPhone: changed })).status).toBe(200);
    expect(await phonesOfFirm(app, tenant.id, id)).toEqual({ ...phones, legalPhone: changed });
    const other = await setup.created({ safetyManagerPhone: manager, legalPhone: dropped });
    // The duplicate search finds both enterprises by their safety manager's phone, although no plain value is stored.
    const { records } = dataOf<{ records: { reasons: string[]; enterprises: { id: string }[] }[] }>(
      await setup.call('duplicates', { kind: 'people', id }),
    );
    expect(records.flatMap(({ enterprises }) => enterprises.map((one) => one.id)).sort()).toEqual(
      [id, other.id].sort(),
    );
    const merged = await setup.call('merge', {
      keepId: id,
      dropId: other.id,
      keepVersion: 2,
      dropVersion: 1,
      fields: { legalPhone: 'drop' },
    });
    expect(merged.status, merged.text).toBe(200);
    expect(await phonesOfFirm(app, tenant.id, id)).toEqual({ ...phones, legalPhone: dropped });

    const made = dataOf<{ id: string }>(
      await station('create', {
        enterpriseId: firm(),
        code: 'CZ-S78',
        name: '望江客运站',
        kind: 'passenger',
        regionCode: '330108',
        address: '望江路 1 号',
        managerName: '陆安',
        managerPhone: stationed,
      }),
    );
    expect((await station('update', { id: made.id, version: 1, managerPhone: moved })).status).toBe(200);
    const seen = async (kind: 'regulator' | 'entadmin') =>
      dataOf<{ managerPhone: string }>(await station('get', { id: made.id }, kind)).managerPhone;
    expect([await seen('regulator'), await seen('entadmin')]).toEqual([
      `${moved.slice(0, 3)}****${moved.slice(7)}`,
      moved,
    ]);

    const upload = async (rows: object[]) =>
      dataOf<{ jobId: string }>(
        await send(app, 'POST', '/bus/enterprise/import', {
          ...setup.as('regulator'),
          file: { name: '企业.csv', type: 'text/csv', bytes: Buffer.from(tableOf(rows)) },
        }),
      ).jobId;
    const row = { ...goodRow(1), creditCode: freshCreditCode(), hazardFeatures: null, headPhone: imported };
    const dry = await upload([
      { ...row, safetyManagerPhone: manager },
      {
        ...goodRow(2),
        creditCode: freshCreditCode(),
        hazardFeatures: null,
        headPhone: `${wrong}9`,
        safetyManagerPhone: wrong,
      },
    ]);
    const looked = await jobOver(dry);
    // Only the sender can read the job and sees their own input. Stored values are masked.
    expect(JSON.stringify(looked.result.errors)).toContain(wrong);
    expect(looked.result.errors).toHaveLength(1);
    expect(await holding(canaries)).toEqual([]);
    // The error file returns the sender's own input unmasked.
    const errors = await send(app, 'GET', `/bus/enterprise/import/errors/${dry}`, setup.as('regulator'));
    expect(errors.status).toBe(200);
    const apply = async (jobId: string) =>
      jobOver(
        dataOf<{ jobId: string }>(await setup.call('importConfirm', { jobId, mode: 'rows', onDuplicate: 'update' }))
          .jobId,
      );
    await apply(dry);
    const again = await upload([{ ...row, headPhone: overwritten, safetyManagerPhone: manager }]);
    await jobOver(again);
    await apply(again);
    const [stored] = await app.sql<{ id: string }>('select id from enterprise where credit_code = $1', [
      row.creditCode,
    ]);
    expect(await phonesOfFirm(app, tenant.id, stored?.id ?? '')).toMatchObject({
      headPhone: overwritten,
      safetyManagerPhone: manager,
    });
    expect(await holding(canaries)).toEqual([]);
    expect(app.log.filter((line) => canaries.some((text) => line.includes(text)))).toEqual([]);
  }, 60_000);

  test('contain no unencrypted phone of an applicant (S78)', async () => {
    const phone = '13355550200';
    const safety = '13355550201';
    const ask = { query: { phone, type: '5', tenantId: tenant.id } };
    dataOf(await send(app, 'POST', '/bus/sms/code', ask));
    await expect.poll(() => app.inbox.newest(phone)?.params['code']).toMatch(/^\d{6}$/);
    const { safetyManagerPhone: _, ...file } = setup.fresh();
    const body = {
      ...file,
      safetyManagerPhone: safety,
      tenantId: tenant.id,
      phone,
      code: app.inbox.newest(phone)?.params['code'],
    };
    const { number } = dataOf<{ number: string }>(await send(app, 'POST', '/bus/enterprise/entApply', { body }));
    const state = (by: string) => send(app, 'POST', '/bus/enterprise/entApply/state', { body: { number, phone: by } });
    expect((await state(phone)).status).toBe(200);
    expect((await state('13355550299')).status).toBe(404);
    expect(await holding([phone, safety])).toEqual([]);
  });

  test('are refused by the table when they are not encrypted', async () => {
    await expect(app.sql(`update enterprise set head_phone = '13912345678' where id = $1`, [firm()])).rejects.toThrow(
      /enterprise_phones_are_masked/,
    );
  });
});

test('reveals the phone of a station with a reason (S79)', async () => {
  const { access_token: token } = await signIn(app, tenant, 'regulator');
  dataOf(await send(app, 'POST', '/auth/session/confirm', { token, body: { password: cipher(app, password) } }));
  const [row] = await app.sql<{ id: string }>(`select id from station where tenant_id = $1 and code = 'CZ-S78'`, [
    tenant.id,
  ]);
  const reveal = (field: string) =>
    send(app, 'POST', '/upms/reveal', {
      token,
      body: { room: 'station', id: row?.id, field, reason: '核对现场联系电话' },
    });
  expect(dataOf<{ value: string }>(await reveal('managerPhone')).value).toMatch(/^133555501\d{2}$/);
  expect((await reveal('managerPhoneSealed')).status).toBe(400);
});

test('encrypts unencrypted phones once at the next start (S78)', async () => {
  const old = await makeTenant(app);
  // Restore the schema of an older server version, which stored plain phones.
  await app.sql('alter table station drop constraint station_phone_is_masked');
  await app.sql(
    `insert into station (tenant_id, id, enterprise_id, code, name, kind, region_code, address, manager_name, manager_phone, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'OLD', '站', 'other', '330108', '路', '陆安', '13355550300', now(), now())`,
    [old.id, old.enterpriseIds[0]],
  );
  expect(await holding(['13355550300'])).toHaveLength(1);
  const keys = { db: app.db, vault: app.vault };
  expect(await encryptStored(keys, stations, old.id)).toBe(1);
  expect(await holding(['13355550300'])).toEqual([]);
  expect(await encryptStored(keys, stations, old.id)).toBe(0);
});
