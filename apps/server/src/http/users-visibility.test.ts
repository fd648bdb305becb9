// Lookups of people (CA-06), contents of an export, and stored personal data (S78, G7).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maskPhone } from '@anlan/contract/domain/phone';
import { limits } from '@anlan/contract/limits';
import { newId } from '#kernel/ids.ts';
import { readSheet } from '#platform/sheets/index.ts';
import { dataOf, send, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, phoneOfKind, type Kind, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
const tokens = new Map<Kind, string>();
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  other = await makeTenant(app);
  for (const kind of ['admin', 'entadmin'] as const) tokens.set(kind, (await signIn(app, tenant, kind)).access_token);
});
afterAll(() => app.close());

const by = (kind: Kind) => ({ token: tokens.get(kind) ?? null });
const get = (path: string, query: Record<string, unknown> = {}) =>
  send(app, 'GET', `/upms/user/${path}`, { ...by('admin'), query });
const post = (path: string, body: object) => send(app, 'POST', `/upms/user${path}`, { ...by('admin'), body });
const status = (answer: { status: number }) => answer.status;

describe('looking people up (CA-06)', () => {
  test('shows masked names and phones within the visible scope', async () => {
    const enterpriseId = tenant.enterpriseIds[0] ?? '';
    const [firm] = await app.sql<{ name: string }>('select name from enterprise where id = $1', [enterpriseId]);
    const people = dataOf<{ id: string; phone: string }[]>(
      await send(app, 'GET', '/upms/api/user/getUserByEntName', { ...by('admin'), query: { entName: firm?.name } }),
    );
    expect(people.map(({ id }) => id)).toContain(tenant.people.entadmin);
    expect(people.every(({ phone }) => /^\d{3}\*{4}\d{4}$/.test(phone))).toBe(true);
    const ask = (kind: Kind, path: string, query: object) =>
      send(app, 'GET', `/bus/api/emp/${path}`, { ...by(kind), query: { ...query } });
    expect(dataOf(await ask('admin', 'getPhoneByEnt', { enterpriseId }))).toEqual({
      phone: maskPhone(phoneOfKind(tenant.id, 'entadmin')),
    });
    expect(dataOf(await ask('admin', 'getOpenIdByEnt', { enterpriseId }))).toEqual([]);
    expect(status(await ask('admin', 'getPhoneByEnt', { enterpriseId: other.enterpriseIds[0] }))).toBe(404);
    expect(dataOf<object[]>(await ask('admin', 'getUserInfoByName', { name: `${tenant.mark}regulator` }))).toHaveLength(
      1,
    );
    expect(dataOf(await ask('entadmin', 'getUserInfoByName', { name: `${tenant.mark}regulator` }))).toEqual([]);
    expect(dataOf(await ask('admin', 'getUserInfoByName', { name: tenant.mark }))).toEqual([]);
  });

  test('never compares a password in checkUser (S02)', async () => {
    const strict = await openTestApp({ env: { RATE_LIMIT: 'on' }, database: app.database });
    try {
      const { access_token } = await signIn(strict, tenant, 'admin');
      const check = (body: object) => send(strict, 'POST', '/upms/api/user/checkUser', { token: access_token, body });
      expect(dataOf(await check({ username: 'regulator' }))).toBe(true);
      expect(dataOf(await check({ username: 'regulator', password: 'wrong' }))).toBe(true);
      expect(dataOf(await check({ phone: phoneOfKind(other.id, 'regulator') }))).toBe(false);
      const codes = [];
      for (let guess = 0; guess < 20; guess += 1) codes.push((await check({ username: `guess${guess}` })).status);
      expect(codes).toContain(429);
      expect(status(await send(strict, 'POST', '/upms/api/user/checkUser', { body: { username: 'admin' } }))).toBe(401);
    } finally {
      await strict.close();
    }
  });
});

test('exports users only with masked phones (S79, S80)', async () => {
  const answer = await get('export', { type: '0' });
  expect(answer.status).toBe(200);
  const cells: string[] = [];
  for await (const rows of readSheet({ bytes: answer.bytes, kind: 'xlsx', limits: limits.import }))
    for (const row of rows) cells.push(...row.cells.map(String));
  expect(cells).toContain(maskPhone(phoneOfKind(tenant.id, 'regulator')));
  expect(cells.filter((cell) => /^1[3-9]\d{9}$/.test(cell))).toEqual([]);
  const [row] = await app.sql<{ note: string }>(
    `select note from audit where tenant_id = $1 and call = 'user.export'`,
    [tenant.id],
  );
  expect(row?.note).toMatch(/^\d+ 行；type=regulator$/);
});

test('leaves no phone or mail of a user in a database dump (S78, G7)', async () => {
  const canary = { phone: '13377778888', email: 'canary@example.com' };
  const made = dataOf<{ id: string }>(
    await post('', {
      ...canary,
      username: 'canary',
      nickName: '沈安然',
      type: '1',
      roleIds: [],
      enterpriseIds: [tenant.enterpriseIds[0]],
    }),
  );
  await post('/update', { id: made.id, version: 1, phone: '13366669999' });
  await get('page', { keyword: '13366669999' });
  await get('export');
  const tables = await app.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const canaries = [
    canary.phone,
    '13366669999',
    canary.email,
    phoneOfKind(tenant.id, 'admin'),
    phoneOfKind(other.id, 'shop'),
  ];
  const holding: string[] = [];
  for (const { name } of tables) {
    const rows = await app.sql<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`);
    for (const { row } of rows) for (const text of canaries) if (row.includes(text)) holding.push(`${name}: ${text}`);
  }
  expect(holding).toEqual([]);
  expect(app.log.filter((line) => canaries.some((text) => line.includes(text)))).toEqual([]);
  const [index] = await app.sql<{ n: number }>(
    `select count(distinct phone_index)::int as n from app_user where username = 'admin' and tenant_id in ($1, $2)`,
    [tenant.id, other.id],
  );
  expect(index?.n).toBe(2);
});

test('S80 raises an alarm after five user exports a day', async () => {
  const own = await makeTenant(app);
  const { access_token: token } = await signIn(app, own, 'regulator');
  const { access_token: reader } = await signIn(app, own, 'admin');
  const take = async (path: string) => status(await send(app, 'GET', path, { token }));
  const alarms = () =>
    app.sql<{ note: string }>(`select note from audit where tenant_id = $1 and call = 'audit.alarm'`, [own.id]);
  for (let time = 0; time < limits.export.alarmTimesADay; time += 1)
    expect(await take(time % 2 === 0 ? '/bus/enterprise/export' : '/bus/enterprise/stationExportList')).toBe(200);
  expect(await alarms()).toEqual([]);
  expect(await take('/bus/enterprise/export')).toBe(200);
  await expect.poll(alarms).toHaveLength(1);
  expect((await alarms())[0]?.note).toMatch(/24 小时内导出 6 次，请核实是否工作需要$/);
  expect((await send(app, 'GET', '/metrics')).text).toContain('anlan_alarms_total{cause="tookOften"} 1');
  expect(await take('/bus/enterprise/export')).toBe(200);
  const todos = dataOf<{ records: { title: string; kind: string }[] }>(
    await send(app, 'GET', '/bus/todo/page', { token: reader }),
  );
  expect(todos.records.filter(({ title }) => title.startsWith('核实安全告警'))).toHaveLength(1);
  expect(await alarms()).toHaveLength(1);
  const unchecked = () => send(app, 'GET', '/upms/log/alarms', { token: reader });
  expect(dataOf<object[]>(await unchecked())).toEqual([
    expect.objectContaining({ note: expect.stringMatching(/24 小时内导出 6 次/) }),
  ]);
  expect(status(await send(app, 'GET', '/upms/log/alarms', { token }))).toBe(403);
  app.clock.pass(4 * 86_400);
  await app.repairTodos(own.id);
  const { access_token: later } = await signIn(app, own, 'admin');
  const left = dataOf<{ records: { title: string }[] }>(await send(app, 'GET', '/bus/todo/page', { token: later }));
  expect(left.records.filter(({ title }) => title.startsWith('核实安全告警'))).toEqual([]);
});

test('S80 shows a platform alarm to platform users until its day ends', async () => {
  const id = newId();
  await app.sql(
    `insert into alarm (tenant_id, id, cause, hour, note, at) values ('0', $1, 'auditUnsealed', 1, '没有封存', $2)`,
    [id, app.clock.now()],
  );
  const waiting = () =>
    app.sql<{ user_type: string }>(
      `select user_type from todo where tenant_id = '0' and subject_id = $1 and done_at is null`,
      [id],
    );
  await app.repairTodos('0');
  expect(await waiting()).toEqual([{ user_type: 'platform' }]);
  app.clock.pass(4 * 86_400);
  await app.repairTodos('0');
  expect(await waiting()).toEqual([]);
});
