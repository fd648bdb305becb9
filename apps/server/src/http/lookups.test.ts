// Lookups that reveal people, enterprises or stations outside the caller's scope: limited per hour and audited (S29,
// S95).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maskPhone } from '@anlan/contract/domain/phone';
import { userImportColumns } from '@anlan/contract/modules/user/import';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { encryptContacts } from '#modules/user/encrypted/rules.ts';
import { seedBindings } from '#modules/user/seed.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import { dataOf, send, sendCall, callNamed, signIn, type Answer } from '../../testing/client.ts';
import { freshFile } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { goodRow, sheetOf } from '../../testing/import-file.ts';
import { openOversight } from '../../testing/oversight.ts';
import { makeTenant, phoneOfKind, type TestTenant } from '../../testing/tenants.ts';
import { workOver } from '../../testing/wait-for-jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const perHour = 60;
const freshName = () => `u${crypto.randomUUID().slice(0, 12)}`;
const errorsOf = (answer: Answer) => (answer.json as { data: { errors: { field: string }[] } | null }).data?.errors;
const traces = (tenantId: string, call: string) =>
  app.sql<{ note: string }>('select note from audit where tenant_id = $1 and call = $2 order by id', [tenantId, call]);

async function strangers(tenant: TestTenant, count: number): Promise<string[]> {
  const phones = Array.from({ length: count }, (_, at) => `1380${tenant.id.slice(-3)}${String(1000 + at)}`);
  await app.db.scoped(systemScope('test', tenant.id), async (tx) => {
    const own = await app.vault.of(tx);
    const now = app.clock.now();
    const people = phones.map((phone) => ({ id: newId(), phone }));
    await insertAll(
      tx,
      'app_user',
      people.map(({ id, phone }, at) => ({
        tenant_id: tenant.id,
        id,
        ...encryptContacts(own, id, { phone, email: null }),
        username: `stranger${at}`,
        nick_name: '沈安然',
        type: 'enterprise',
        lock_flag: '0',
        demo: false,
        demo_mode: false,
        created_at: now,
        updated_at: now,
        version: 1,
      })),
    );
    await seedBindings(
      tx,
      people.map(({ id }) => ({ userId: id, enterpriseId: tenant.enterpriseIds[2] ?? '' })),
    );
  });
  return phones;
}

async function administrator() {
  const tenant = await makeTenant(app);
  const { access_token: token } = await signIn(app, tenant, 'entadmin');
  const call = (name: string, input: Record<string, unknown>) =>
    sendCall(app, callNamed(app, `user.${name}`), input, { token });
  return {
    tenant,
    call,
    create: (phone: string, username = freshName()) =>
      call('create', { username, nickName: '沈安然', type: '1', phone, roleIds: [] }),
    rename: async (input: Record<string, unknown>) => {
      const { id, version } = dataOf<{ id: string; version: number }>(
        await call('one', { id: tenant.people.entstaff }),
      );
      return call('update', { id, version, ...input });
    },
    async imported(phones: readonly string[]) {
      const headings = userImportColumns.map(([, label]) => label);
      const rows = phones.map((phone) => [freshName(), '沈安然', '企业人员', phone]);
      const bytes = Buffer.from([headings, ...rows].map((row) => row.join(',')).join('\r\n'));
      const file = { name: '用户.csv', type: 'text/csv', bytes };
      const { jobId } = dataOf<{ jobId: string }>(await send(app, 'POST', '/upms/user/import', { token, file }));
      await workOver(app, tenant.id);
      const [job] = await app.sql<{ problems: { cause: string }[] }>(
        `select params -> 'problems' as problems from job where id = $1`,
        [jobId],
      );
      return (job?.problems ?? []).map(({ cause }) => cause);
    },
  };
}

const phoneTakenText = '同类用户中已有人使用该手机号码';

describe('an enterprise’s administrator', { timeout: 120_000 }, () => {
  test('S95 can look up at most sixty phones an hour by an import file', async () => {
    const { tenant, call, create, rename, imported } = await administrator();
    const phones = await strangers(tenant, perHour + 10);
    // A colleague is inside the caller's scope, so the name is shown and the lookup is not counted.
    const causes = await imported([phoneOfKind(tenant.id, 'entstaff'), ...phones]);
    expect(causes.filter((cause) => cause === phoneTakenText)).toHaveLength(perHour + 1);
    expect(causes.filter((cause) => cause === '一小时内最多核对 60 人，这一行没有核对')).toHaveLength(10);
    expect((await traces(tenant.id, 'user.findByPhone')).map(({ note }) => note)).toEqual(
      phones.slice(0, perHour).map((phone) => maskPhone(phone)),
    );
    // The answer is the same for a used and an unused phone.
    const [usedPhone = '', free] = [phones.at(-1), '13800009999'];
    for (const phone of [usedPhone, free]) {
      const lookupAnswers = [
        await create(phone),
        await rename({ phone }),
        await call('checkUser', { phone }),
        await call('page', { keyword: phone }),
      ];
      expect(lookupAnswers.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
      expect(await imported([phone])).toEqual(['一小时内最多核对 60 人，这一行没有核对']);
    }
    for (const username of ['regulator', 'nobody-at-all'])
      expect((await call('checkUser', { username })).status).toBe(429);
    expect((await traces(tenant.id, 'user.findByPhone')).length).toBe(perHour);
    // After the limit, lookups of people in the caller's scope still work.
    expect(dataOf(await call('checkUser', { username: 'entstaff' }))).toBe(true);
    expect((await rename({ nickName: '周明舟' })).status).toBe(200);
    expect((await rename({ phone: phoneOfKind(tenant.id, 'entadmin') })).status).toBe(400);
  });

  test('S95 causes one audit row for each look-up in a form or by checkUser', async () => {
    const { tenant, call, create, rename } = await administrator();
    const [phone = ''] = await strangers(tenant, 1);
    const accounts = () => app.sql('select id, version from app_user where tenant_id = $1 order by id', [tenant.id]);
    const before = await accounts();
    expect(errorsOf(await create(phone))).toEqual([{ field: 'phone', msg: phoneTakenText }]);
    expect(errorsOf(await create('13800008888', 'regulator'))?.[0]?.field).toBe('username');
    expect(errorsOf(await rename({ phone }))?.[0]?.field).toBe('phone');
    expect(dataOf(await call('checkUser', { phone }))).toBe(true);
    expect(dataOf(await call('checkUser', { username: 'regulator' }))).toBe(true);
    expect(dataOf(await call('checkUser', { username: 'nobody-at-all' }))).toBe(false);
    expect(await accounts()).toEqual(before);
    expect((await traces(tenant.id, 'user.findByPhone')).map(({ note }) => note)).toEqual(
      Array.from({ length: 3 }, () => maskPhone(phone)),
    );
    expect((await traces(tenant.id, 'user.findByName')).map(({ note }) => note)).toEqual(['regulator', 'regulator']);
    for (let lookupCount = 5; lookupCount < perHour - 2; lookupCount += 1)
      expect((await call('checkUser', { username: 'regulator' })).status).toBe(200);
    const many = await Promise.all(Array.from({ length: 12 }, () => call('checkUser', { username: 'admin' })));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(2);
    expect((await create(phone)).status).toBe(429);
  });

  test('sees only colleagues when a role allows selecting people', async () => {
    const { tenant, call } = await administrator();
    await strangers(tenant, 3);
    await app.sql(
      `insert into role_permit select tenant_id, id, 'sys:organ:index' from role where tenant_id = $1 and code = 'ROLE_ENT_ADMIN'`,
      [tenant.id],
    );
    app.clock.pass(6);
    const listed = dataOf<{ username: string }[]>(await call('list', { type: '1' }));
    expect(listed.map(({ username }) => username).sort()).toEqual(['entadmin', 'entstaff']);
  });

  test('S95 has a look-up limit that a tenant administrator does not have', async () => {
    const tenant = await makeTenant(app);
    const { access_token: token } = await signIn(app, tenant, 'admin');
    for (let lookupCount = 0; lookupCount < perHour + 5; lookupCount += 1)
      expect(dataOf(await sendCall(app, callNamed(app, 'user.checkUser'), { username: 'entstaff' }, { token }))).toBe(
        true,
      );
    expect(await traces(tenant.id, 'user.findByName')).toEqual([]);
  });
});

test('S95 counts look-ups of enterprises and stations outside the district in one limit', async () => {
  const { tenant, setup, call, reach, idAt } = await openOversight(app);
  await reach('ROLE_REGULATOR', '2', [], '330106');
  const elsewhere = tenant.creditCodes[4] ?? '';
  await app.sql(`update station set code = 'ZD-4' where enterprise_id = $1`, [idAt(4)]);
  const enter = (creditCode: string) => call('create', { ...freshFile(tenant.mark), regionCode: '330106', creditCode });
  const station = (code: string) =>
    sendCall(
      app,
      callNamed(app, 'station.create'),
      {
        code,
        name: '客运站',
        kind: 'passenger',
        regionCode: '330106',
        address: '江滨路 2 号',
        managerName: '周明舟',
        managerPhone: '13912345678',
        enterpriseId: idAt(3),
      },
      setup.as('regulator'),
    );
  const imported = async (creditCode: string) => {
    const rows = [{ ...goodRow(2), regionCode: '330106', creditCode }];
    const file = { name: 'a.xlsx', type: 'application/octet-stream', bytes: new Uint8Array(await sheetOf(rows)) };
    const { jobId } = dataOf<{ jobId: string }>(
      await send(app, 'POST', '/bus/enterprise/import', { ...setup.as('regulator'), file }),
    );
    await workOver(app, tenant.id);
    const [job] = await app.sql<{ result: { errors: { cause: string }[] } }>('select result from job where id = $1', [
      jobId,
    ]);
    return job?.result.errors.map(({ cause }) => cause);
  };
  const conflict = await enter(elsewhere);
  expect([conflict.status, (conflict.json as { data: { existing: unknown } }).data.existing]).toEqual([409, null]);
  expect((await station('ZD-4')).status).toBe(409);
  expect(await imported(elsewhere)).toEqual(['该企业已在您所辖区域以外登记']);
  expect(await traces(tenant.id, 'enterprise.findByCode')).toEqual([{ note: elsewhere }, { note: elsewhere }]);
  expect(await traces(tenant.id, 'resource.findByCode')).toEqual([{ note: 'ZD-4' }]);
  // Lookups of the caller's own phones and credit codes never count.
  expect((await enter(tenant.creditCodes[3] ?? '')).status).toBe(409);
  for (let lookupCount = 3; lookupCount < perHour; lookupCount += 1) expect((await enter(elsewhere)).status).toBe(409);
  for (const code of [elsewhere, freshFile('').creditCode]) {
    expect((await enter(code)).status).toBe(429);
    expect(await imported(code)).toEqual([expect.stringContaining('这一行没有核对')]);
  }
  for (const code of ['ZD-4', 'ZD-NEU']) expect((await station(code)).status).toBe(429);
  expect((await enter(tenant.creditCodes[3] ?? '')).status).toBe(409);
  const { id, version } = await setup.read(idAt(3));
  expect((await call('update', { id, version, creditCode: tenant.creditCodes[3] })).status).toBe(200);
}, 120_000);
