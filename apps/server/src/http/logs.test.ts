import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '@anlan/contract/modules/audit/log';
import { firstIdSince } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { createAuditModule, createRetention, createHashChain } from '#modules/audit/index.ts';
import { readXlsx } from 'hucre/xlsx';
import { dataOf, send, signIn, trySignIn, type Sending } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let tenant: TestTenant;
let token = '';
beforeEach(async () => {
  tenant = await makeTenant(app);
  token = (await signIn(app, tenant, 'admin')).access_token;
});

const page = async (query: Record<string, string> = {}, by = token) =>
  dataOf<{ records: LogEntry[]; total: number }>(
    await send(app, 'GET', '/upms/log/page', { token: by, query: { size: '100', ...query } }),
  );
const report = (logs: unknown, more: Partial<Sending> = {}) =>
  send(app, 'POST', '/upms/log/logs', { token, body: logs as Record<string, unknown>, ...more });
const error = {
  type: 'js',
  message: 'x is not a function',
  stack: 'at y',
  url: 'http://h/wel/index?token=secret#a',
  time: '2026-11-21 08:00:00',
};

describe('acts of users in the audit log', () => {
  test('are listed newest first and can be filtered (CA-17)', async () => {
    await trySignIn(app, tenant.id, 'regulator', { password: 'Wrong@2026' });
    await signIn(app, tenant, 'regulator');
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
    expect((await send(app, 'GET', '/upms/log/page', { token, query: { from: '2026-02-30' } })).status).toBe(400);
  });

  test('are found by the name that the user had at the time of the act', async () => {
    const id = tenant.people.regulator ?? '';
    await signIn(app, tenant, 'regulator');
    const [{ nick_name: name = '' } = {}] = await app.sql<{ nick_name: string }>(
      'select nick_name from app_user where id = $1',
      [id],
    );
    await app.sql(
      `insert into user_role select tenant_id, $1, id from role where tenant_id = $2 and code = 'ROLE_AUDIT_ADMIN'`,
      [tenant.people.nobody, tenant.id],
    );
    const auditor = (await signIn(app, tenant, 'nobody')).access_token;
    expect((await send(app, 'GET', '/upms/user/list', { token: auditor })).status).toBe(403);
    const before = await page({ userName: name.slice(0, -1) }, auditor);
    expect(before.records.map(({ call }) => call)).toContain('session.signIn');
    expect(new Set(before.records.map(({ createBy }) => createBy))).toEqual(new Set([name]));
    for (const nobody of ['%', '_', name.slice(1), '无此人'])
      expect((await page({ userName: nobody }, auditor)).total, nobody).toBe(0);
    await app.sql(`update app_user set nick_name = '已删除用户', deleted_at = now() where id = $1`, [id]);
    expect((await page({ userName: name }, auditor)).total).toBe(before.total);
    await report([error]);
    const [{ createBy = '' } = {}] = (await page({ type: '9' }, auditor)).records;
    expect((await page({ type: '9', userName: createBy ?? '' }, auditor)).total).toBe(1);
    expect((await page({ type: '9', userName: name }, auditor)).total).toBe(0);
  });

  test('are visible in their own tenant with the permit (S74)', async () => {
    const other = await makeTenant(app);
    const stranger = (await signIn(app, other, 'admin')).access_token;
    const mine = new Set((await page()).records.map(({ id }) => id));
    expect((await page({}, stranger)).records.filter(({ id }) => mine.has(id))).toEqual([]);
    const regulator = (await signIn(app, tenant, 'regulator')).access_token;
    expect((await send(app, 'GET', '/upms/log/page', { token: regulator })).status).toBe(403);
  });

  test('disappear from the log list when deleted, but not from the audit (S75)', async () => {
    const [first] = (await page()).records;
    const id = first?.id ?? '';
    const other = (await signIn(app, await makeTenant(app), 'admin')).access_token;
    expect((await send(app, 'GET', `/upms/log/del/${id}`, { token: other })).status).toBe(404);
    expect((await send(app, 'GET', `/upms/log/del/${id}`, { token })).status).toBe(200);
    const after = await page();
    expect(after.records.map((entry) => entry.id)).not.toContain(id);
    expect(after.records[0]).toMatchObject({ call: 'audit.hide', objectId: id });
    expect(await app.sql('select from audit where id = $1', [id])).toHaveLength(1);
  });
});

describe('browser errors (S73)', () => {
  test('arrive as list or object and are listed under 错误', async () => {
    expect((await report([{ ...error, message: 'm'.repeat(5000), stack: 's'.repeat(20_000) }])).status).toBe(200);
    expect((await report({ logs: [error] })).status).toBe(200);
    const { records, total } = await page({ type: '9' });
    expect(total).toBe(2);
    expect(records[0]).toMatchObject({ type: '9', title: 'js', exception: error.message, url: 'http://h/wel/index' });
    expect(records[1]?.exception).toHaveLength(1024);
    expect(records[1]?.stack).toHaveLength(8192);
    expect(JSON.stringify(records)).not.toContain('secret');
    expect((await send(app, 'GET', `/upms/log/del/${records[0]?.id}`, { token })).status).toBe(200);
    expect((await page({ type: '9' })).total).toBe(1);
  });

  test('are accepted six times a minute, at most a hundred per request', async () => {
    expect((await report(Array.from({ length: 101 }, () => error))).status).toBe(400);
    expect((await report([{ ...error, stack: 's'.repeat(300_000) }])).status).toBe(413);
    expect((await report([])).status).toBe(400);
    expect((await report([error], { token: undefined })).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 20 }, () => report([error])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14);
    app.clock.pass(61);
    expect((await report([error])).status).toBe(200);
  });

  test('are limited to a thousand a day for one person', async () => {
    for (let batch = 0; batch < 10; batch++) {
      expect((await report(Array.from({ length: 100 }, () => error))).status).toBe(200);
      app.clock.pass(61);
    }
    expect((await report([error])).status).toBe(429);
    app.clock.pass(86_400);
    token = (await signIn(app, tenant, 'admin')).access_token;
    expect((await report([error])).status).toBe(200);
  });
});

describe('the hash chain of the audit (S76)', () => {
  const seals = () => createHashChain({ db: app.db, tenantIds: async () => [tenant.id] });
  const verify = async () => (await seals().verifyAll())[0]?.breach ?? null;
  const rows = () => app.sql<{ id: string }>('select id from audit where tenant_id = $1 order by id', [tenant.id]);
  /** Runs the chaining until it covers every row. Rows of the current second wait for the next run. */
  async function encrypted() {
    await expect
      .poll(
        async () => {
          await seals().linkAll();
          const [covered] = await app.sql<{ count: string }>(
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
    await signIn(app, tenant, 'regulator');
    await encrypted();
    await signIn(app, tenant, 'regulator');
    await encrypted();
  });

  test('is reported as valid when no audit row was changed', async () => {
    await signIn(app, tenant, 'regulator');
    await Promise.all(Array.from({ length: 8 }, () => seals().linkAll()));
    await encrypted();
    expect(await verify()).toBeNull();
  });

  test.each([
    ['a changed row', `update audit set note = 'x' where id = $1`, '记录被修改'],
    ['a changed IP address', `update audit set address = '192.0.2.1' where id = $1`, '记录被修改'],
    ['a deleted row', 'delete from audit where id = $1', '记录被删除'],
  ])('is reported as broken after %s', async (_, statement, what) => {
    const id = (await rows())[1]?.id ?? '';
    await app.sql(statement, [id]);
    expect(await verify()).toMatchObject({ id, what });
  });

  test('is reported as broken after an old row was inserted', async () => {
    const [first] = await rows();
    const id = '01900000-0000-7000-8000-000000000001';
    await app.sql(
      `insert into audit (tenant_id, id, at, address, user_agent, request_id, call, outcome) values ($1, $2, now() - interval '1 day', '', '', '', 'x.y', 'done')`,
      [tenant.id, id],
    );
    expect(first?.id).not.toBe(id);
    expect(await verify()).toMatchObject({ id, what: '记录不在任何封条之内' });
  });

  test('accepts new audit rows after the last link', async () => {
    const hoursAgo = (hours: number) => firstIdSince(new Date(Date.now() - hours * 3600_000));
    const old = await makeTenant(app);
    const left = (id: string) =>
      app.sql(
        `insert into audit (tenant_id, id, at, address, user_agent, request_id, call, outcome) values ($1, $2, now(), '', '', '', 'x.y', 'done')`,
        [old.id, id],
      );
    const own = createHashChain({ db: app.db, tenantIds: async () => [old.id] });
    await left(hoursAgo(6));
    await own.linkAll();
    await left(hoursAgo(5));
    expect(await own.verifyAll()).toMatchObject([{ rows: 1, links: 1, breach: null }]);
    const slipped = hoursAgo(9);
    await left(slipped);
    expect(await own.verifyAll()).toMatchObject([{ breach: { id: slipped, what: '记录不在任何封条之内' } }]);
  });

  test('is reported as broken after a link was changed or removed', async () => {
    await app.sql(`update audit_seal set hash = repeat('a', 64) where tenant_id = $1 and no = 1`, [tenant.id]);
    expect(await verify()).toMatchObject({ linkNo: 1, what: '封条被修改' });
    await app.sql('delete from audit_seal where tenant_id = $1 and no = 1', [tenant.id]);
    expect(await verify()).toMatchObject({ what: '前面的封条缺失' });
  });
});

test('raises an alarm, at most once an hour, for audit rows unchained for over ten minutes (S76)', async () => {
  const mute = await openTestApp({ env: { ROLES: 'web,live' } });
  try {
    const own = await makeTenant(mute);
    const at = new Date(Date.now() - 11 * 60_000);
    const alarms = () =>
      mute.sql<{ note: string }>(`select note from audit where call = 'audit.alarm' and tenant_id = $1`, [own.id]);
    await mute.watchHashChain();
    expect(await alarms()).toEqual([]);
    await mute.sql(
      `insert into audit (tenant_id, id, at, address, user_agent, request_id, call, outcome) values ($1, $2, $3, '', '', '', 'x.y', 'done')`,
      [own.id, firstIdSince(at), at],
    );
    await Promise.all([mute.watchHashChain(), mute.watchHashChain()]);
    await mute.watchHashChain();
    expect(await alarms()).toEqual([{ note: '操作日志超过十分钟没有封存，请检查后台任务进程' }]);
    expect(
      mute.log.filter((line) => line.includes('"alarm":"auditUnsealed"') && line.includes(`"${own.id}"`)),
    ).toHaveLength(1);
    mute.clock.pass(3_600);
    await mute.watchHashChain();
    expect(await alarms()).toHaveLength(2);
  } finally {
    await mute.close();
  }
});

describe('audit retention (S74, S76)', () => {
  const monthsAgo = (months: number, second = 0) => {
    const at = new Date();
    at.setUTCMonth(at.getUTCMonth() - months);
    return new Date(at.getTime() + second * 1000);
  };
  const insertActs = async (tenantId: string, months: number, count: number) => {
    for (let nth = 0; nth < count; nth++) {
      const at = monthsAgo(months, nth);
      await app.sql(
        `insert into audit (tenant_id, id, at, address, user_agent, request_id, call, outcome)
         values ($1, $2, $3, '', '', '', 'user.update', 'done')`,
        [tenantId, firstIdSince(at), at],
      );
    }
  };

  test('deletes whole links after at least a year', async () => {
    const old = await makeTenant(app);
    const seals = createHashChain({ db: app.db, tenantIds: async () => [old.id] });
    const verify = async () => (await seals.verifyAll())[0]?.breach ?? null;
    const count = async () =>
      Number((await app.sql<{ count: string }>('select count(*) from audit where tenant_id = $1', [old.id]))[0]?.count);
    const linkAll = async () => {
      await expect
        .poll(
          async () => {
            await seals.linkAll();
            const [covered] = await app.sql<{ sum: string }>(
              'select coalesce(sum(cardinality(ids)), 0) as sum from audit_seal where tenant_id = $1',
              [old.id],
            );
            return Number(covered?.sum) - (await count());
          },
          { timeout: 20_000 },
        )
        .toBe(0);
      await app.sql(`update audit_seal set sealed_at = now() - interval '50 months' where tenant_id = $1`, [old.id]);
    };
    await insertActs(old.id, 45, 3);
    await linkAll();
    await insertActs(old.id, 40, 2);
    await linkAll();
    await insertActs(old.id, 30, 2);
    await linkAll();
    await signIn(app, old, 'admin');
    await linkAll();
    const before = await count();
    expect(await verify()).toBeNull();

    const { record } = createAuditModule({ db: app.db });
    // One nightly run removes all due rows.
    let statementMs = '';
    const retention = createRetention({
      db: app.db,
      clock: app.clock,
      months: 36,
      async record(tx, entry) {
        const { rows } = await tx.client.query<{ statement_timeout: string }>('show statement_timeout');
        statementMs = rows[0]?.statement_timeout ?? '';
        return record(tx, entry);
      },
    });
    expect(await retention.removeExpired([old.id])).toBe(5);
    expect(statementMs).toBe('1h');
    expect(await retention.removeExpired([old.id])).toBe(0);
    expect(await count()).toBe(before - 5 + 1);
    expect(await verify()).toBeNull();
    await app.sql(`update audit_seal set sealed_at = now() - interval '3 hours' where tenant_id = $1`, [old.id]);
    await signIn(app, old, 'regulator');
    await seals.linkAll();
    expect(await verify()).toBeNull();
    const [auditRow] = await app.sql<{ id: string }>('select id from audit where tenant_id = $1 order by id', [old.id]);
    await app.sql(`update audit set note = 'x' where id = $1`, [auditRow?.id]);
    expect(await verify()).toMatchObject({ id: auditRow?.id, what: '记录被修改' });
    await app.sql(`update audit set note = null where id = $1`, [auditRow?.id]);
    await app.sql('delete from audit_seal where tenant_id = $1 and no = 2', [old.id]);
    expect(await verify()).toMatchObject({ what: '前面的封条缺失' });

    const asApp = (text: string, values: unknown[]) =>
      app.db.scoped(systemScope('test', old.id), (tx) => tx.client.query(text, values));
    await expect(asApp('select audit_forget($1, 11)', [old.id])).rejects.toThrow('a year at least');
    await expect(asApp('select audit_forget($1, 36)', [tenant.id])).rejects.toThrow('only the tenant');
    await expect(asApp('delete from audit where tenant_id = $1', [old.id])).rejects.toThrow('permission denied');
  });

  test('deletes browser errors (S73) and alarms after thirty days', async () => {
    await report([error]);
    await app.sql(
      `insert into alarm (tenant_id, id, cause, hour, note, at) values ($1, gen_random_uuid(), 'tookMuch', 1, '导出', $2)`,
      [tenant.id, app.clock.now()],
    );
    const { record } = createAuditModule({ db: app.db });
    const retention = createRetention({ db: app.db, clock: app.clock, months: 36, record });
    const totals = async () => {
      const count = async (table: string) =>
        (await app.sql<{ n: number }>(`select count(*)::int as n from ${table} where tenant_id = $1`, [tenant.id]))[0]
          ?.n;
      return [await count('client_error'), await count('alarm')];
    };
    app.clock.pass(29 * 86_400);
    await retention.removeExpired([tenant.id]);
    expect(await totals()).toEqual([1, 1]);
    app.clock.pass(2 * 86_400);
    // The audit table itself is unaffected.
    const refused = createRetention({ db: app.db, clock: app.clock, months: 11, record });
    await expect(refused.removeExpired([tenant.id])).rejects.toThrow();
    expect(await totals()).toEqual([0, 0]);
  });
});

describe('the export of the logs (CA-17)', () => {
  const exported = async (query: Record<string, string> = {}, by = token) => {
    const answer = await send(app, 'GET', '/upms/log/export', { token: by, query });
    if (answer.status !== 200) return { status: answer.status, rows: [] as unknown[][] };
    const { sheets } = await readXlsx(new Uint8Array(answer.bytes));
    return { status: 200, rows: sheets[0]?.rows ?? [] };
  };

  test('contains the visible rows after a first line with user, time and filter', async () => {
    await trySignIn(app, tenant.id, 'regulator', { password: 'Wrong@2026' });
    const [first] = (await page({ call: 'session.signIn', outcome: 'failed' })).records;
    const { rows } = await exported({ call: 'session.signIn', outcome: 'failed' });
    const [note, headings, row] = rows;
    expect(String(note?.[0])).toMatch(/于 2026-\d\d-\d\d .* 导出，共 1 条。筛选条件：操作：登录；结果：失败/);
    expect(headings?.slice(0, 4)).toEqual(['时间', '操作人', '操作', '结果']);
    expect(row?.slice(2, 4)).toEqual(['登录', '失败']);
    await send(app, 'GET', `/upms/log/del/${first?.id}`, { token });
    expect((await exported({ call: 'session.signIn', outcome: 'failed' })).rows.length).toBe(2);
    const exportEntries = (await page({ call: 'audit.export' })).records;
    expect(exportEntries.map(({ exception }) => exception)).toEqual([
      '操作日志 0 条；操作：登录；结果：失败',
      '操作日志 1 条；操作：登录；结果：失败',
    ]);
    const few = await exported({ call: 'session.signIn', columns: 'outcome' });
    expect(few.rows[1]).toEqual(['时间', '操作人', '操作', '结果']);
  });

  test('contains browser errors without secrets, and needs the permit', async () => {
    await report([error]);
    const { rows } = await exported({ type: '9' });
    expect(JSON.stringify(rows)).toContain('x is not a function');
    expect(JSON.stringify(rows)).not.toContain('secret');
    const regulator = (await signIn(app, tenant, 'regulator')).access_token;
    expect((await exported({}, regulator)).status).toBe(403);
  });
});
