import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '@anlan/contract/domain/log';
import { createSeals } from '#modules/audit/index.ts';
import { dataOf, send, signIn, trySignIn, type Sending } from '../../testing/client.ts';
import { openTestHouse, type TestHouse } from '../../testing/house.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

let tenant: TestTenant;
let token = '';
beforeEach(async () => {
  tenant = await makeTenant(house);
  token = (await signIn(house, tenant, 'admin')).access_token;
});

const page = async (query: Record<string, string> = {}, by = token) =>
  dataOf<{ records: LogEntry[]; total: number }>(
    await send(house, 'GET', '/upms/log/page', { token: by, query: { size: '100', ...query } }),
  );
const report = (logs: unknown, more: Partial<Sending> = {}) =>
  send(house, 'POST', '/upms/log/logs', { token, body: logs as Record<string, unknown>, ...more });
const error = {
  type: 'js',
  message: 'x is not a function',
  stack: 'at y',
  url: 'http://h/wel/index?token=secret#a',
  time: '2026-11-21 08:00:00',
};

describe('what people did', () => {
  test('is listed newest first, narrowed by call, outcome, person, address and days (CA-17)', async () => {
    await trySignIn(house, tenant.id, 'regulator', { password: 'Wrong@2026' });
    await signIn(house, tenant, 'regulator');
    const all = await page();
    expect(all.records.map(({ call }) => call)).toContain('session.signIn');
    expect([...all.records].sort((a, b) => (a.id < b.id ? 1 : -1)).map(({ id }) => id)).toEqual(
      all.records.map(({ id }) => id),
    );
    const failed = await page({ call: 'session.signIn', outcome: 'failed' });
    expect(failed.total).toBe(1);
    expect(failed.records[0]).toMatchObject({ title: '登录', outcome: 'failed', type: '0' });
    expect(
      (await page({ userId: tenant.people.regulator ?? '' })).records.every(({ createBy }) => createBy !== null),
    ).toBe(true);
    expect((await page({ remoteAddr: '203.0.113.77' })).total).toBe(0);
    expect((await page({ to: '2020-01-01' })).total).toBe(0);
    expect((await page({ from: '2020-01-01' })).total).toBe(all.total);
    expect((await send(house, 'GET', '/upms/log/page', { token, query: { from: '2026-02-30' } })).status).toBe(400);
  });

  test("is the tenant's own, and for those who may see it (S74)", async () => {
    const other = await makeTenant(house);
    const stranger = (await signIn(house, other, 'admin')).access_token;
    const mine = new Set((await page()).records.map(({ id }) => id));
    expect((await page({}, stranger)).records.filter(({ id }) => mine.has(id))).toEqual([]);
    const regulator = (await signIn(house, tenant, 'regulator')).access_token;
    expect((await send(house, 'GET', '/upms/log/page', { token: regulator })).status).toBe(403);
  });

  test('leaves the list but never the audit when it is deleted, and the deletion is there too (S75)', async () => {
    const [first] = (await page()).records;
    const id = first?.id ?? '';
    const other = (await signIn(house, await makeTenant(house), 'admin')).access_token;
    expect((await send(house, 'GET', `/upms/log/del/${id}`, { token: other })).status).toBe(404);
    expect((await send(house, 'GET', `/upms/log/del/${id}`, { token })).status).toBe(200);
    const after = await page();
    expect(after.records.map((entry) => entry.id)).not.toContain(id);
    expect(after.records[0]).toMatchObject({ call: 'audit.hide', objectId: id });
    expect(await house.sql('select from audit where id = $1', [id])).toHaveLength(1);
  });
});

describe('errors that browsers report (S73)', () => {
  test('come as a list or in an object, are cut, lose their query, and are listed under 错误', async () => {
    expect((await report([{ ...error, message: 'm'.repeat(5000), stack: 's'.repeat(20_000) }])).status).toBe(200);
    expect((await report({ logs: [error] })).status).toBe(200);
    const { records, total } = await page({ type: '9' });
    expect(total).toBe(2);
    expect(records[0]).toMatchObject({ type: '9', title: 'js', exception: error.message, url: 'http://h/wel/index' });
    expect(records[1]?.exception).toHaveLength(1024);
    expect(records[1]?.stack).toHaveLength(8192);
    expect(JSON.stringify(records)).not.toContain('secret');
    expect((await send(house, 'GET', `/upms/log/del/${records[0]?.id}`, { token })).status).toBe(200);
    expect((await page({ type: '9' })).total).toBe(1);
  });

  test('are taken six times a minute, also when they come at once; more than a hundred or a heavy body not at all', async () => {
    expect((await report(Array.from({ length: 101 }, () => error))).status).toBe(400);
    expect((await report([{ ...error, stack: 's'.repeat(300_000) }])).status).toBe(413);
    expect((await report([])).status).toBe(400);
    expect((await report([error], { token: undefined })).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 20 }, () => report([error])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14);
    house.clock.pass(61);
    expect((await report([error])).status).toBe(200);
  });

  test('stop at a thousand a day for one person', async () => {
    for (let batch = 0; batch < 10; batch++) {
      expect((await report(Array.from({ length: 100 }, () => error))).status).toBe(200);
      house.clock.pass(61);
    }
    expect((await report([error])).status).toBe(429);
    house.clock.pass(86_400);
    token = (await signIn(house, tenant, 'admin')).access_token;
    expect((await report([error])).status).toBe(200);
  });
});

describe('seals over the audit (S76)', () => {
  const seals = () => createSeals({ db: house.db, tenantIds: async () => [tenant.id] });
  const verify = async () => (await seals().verifyAll())[0]?.breach ?? null;
  const rows = () => house.sql<{ id: string }>('select id from audit where tenant_id = $1 order by id', [tenant.id]);
  /** Seals until every row is covered; those of this very second wait for the next round. */
  async function sealed() {
    await expect
      .poll(
        async () => {
          await seals().sealAll();
          const [covered] = await house.sql<{ count: string }>(
            'select coalesce(sum(cardinality(ids)), 0) as count from audit_seal where tenant_id = $1',
            [tenant.id],
          );
          return Number(covered?.count) - (await rows()).length;
        },
        { timeout: 20_000 },
      )
      .toBe(0);
  }
  beforeEach(async () => {
    await signIn(house, tenant, 'regulator');
    await sealed();
    await signIn(house, tenant, 'regulator');
    await sealed();
  });

  test('bear out an untouched audit, and nothing is sealed twice by two nodes at once', async () => {
    await signIn(house, tenant, 'regulator');
    await Promise.all(Array.from({ length: 8 }, () => seals().sealAll()));
    await sealed();
    expect(await verify()).toBeNull();
  });

  test.each([
    ['a changed row', `update audit set note = 'x' where id = $1`, '记录被修改'],
    ['a changed address', `update audit set address = '192.0.2.1' where id = $1`, '记录被修改'],
    ['a deleted row', 'delete from audit where id = $1', '记录被删除'],
  ])('name %s', async (_, statement, what) => {
    const id = (await rows())[1]?.id ?? '';
    await house.sql(statement, [id]);
    expect(await verify()).toMatchObject({ id, what });
  });

  test('name an old row that was slipped in', async () => {
    const [first] = await rows();
    const id = '01900000-0000-7000-8000-000000000001';
    await house.sql(
      `insert into audit (tenant_id, id, at, address, user_agent, request_id, call, outcome) values ($1, $2, now() - interval '1 day', '', '', '', 'x.y', 'done')`,
      [tenant.id, id],
    );
    expect(first?.id).not.toBe(id);
    expect(await verify()).toMatchObject({ id, what: '记录不在任何封条之内' });
  });

  test('show a seal that was changed, or one that is gone from the middle', async () => {
    await house.sql(`update audit_seal set hash = repeat('a', 64) where tenant_id = $1 and no = 1`, [tenant.id]);
    expect(await verify()).toMatchObject({ sealNo: 1, what: '封条被修改' });
    await house.sql('delete from audit_seal where tenant_id = $1 and no = 1', [tenant.id]);
    expect(await verify()).toMatchObject({ what: '前面的封条缺失' });
  });
});
