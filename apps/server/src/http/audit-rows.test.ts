// S74: each audit row names the user. generated/fixtures.test.ts, generated/permits.test.ts and guard.test.ts test
// which calls write a row.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogEntry } from '@anlan/contract/modules/audit/log';
import { callNamed, dataOf, refresh, send, sendCall, signIn, trySignIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { peopleOf, type People } from '../../testing/actors.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';
import { auditSince } from '../../testing/audit-checks.ts';

const app = await openTestApp();
let tenant: TestTenant;
let people: People;
beforeAll(async () => {
  tenant = await makeTenant(app);
  people = peopleOf(app, tenant);
});
afterAll(() => app.close());

async function left(work: () => Promise<unknown>) {
  const since = await auditSince(app, tenant.id);
  await work();
  return since();
}

const agent = 'TestBrowser/1.0 (客户端)';

describe('S74 every write', () => {
  test('has only a failure row in the audit when it is rolled back', async () => {
    const actor = await people.now('regulator');
    const [id] = tenant.enterpriseIds;
    const stale = await left(() =>
      sendCall(
        app,
        callNamed(app, 'enterprise.update'),
        { id, version: 77, town: 'x' },
        { token: actor.tokens.access_token },
      ),
    );
    expect(stale.map(({ outcome, note }) => [outcome, note])).toEqual([['failed', 'conflict']]);
    const gone = await left(() =>
      sendCall(app, callNamed(app, 'enterprise.activate'), { id, version: 1 }, { token: actor.tokens.access_token }),
    );
    expect(gone.map(({ outcome }) => outcome)).not.toContain('done');
  });
});

describe('S74 sign-in and sign-out', () => {
  test('write one audit row each, with user and IP address', async () => {
    const headers = { 'user-agent': agent.slice(0, 15) };
    const good = await left(() => trySignIn(app, tenant.id, 'shop', { from: '192.0.2.5', headers }));
    expect(good).toHaveLength(1);
    expect(good[0]).toMatchObject({
      call: 'session.signIn',
      outcome: 'done',
      user_id: tenant.people.shop,
      address: '192.0.2.5',
    });
    const bad = await left(() => trySignIn(app, tenant.id, 'shop', { password: 'x', from: '192.0.2.6' }));
    expect(bad).toHaveLength(1);
    expect(bad[0]).toMatchObject({
      call: 'session.signIn',
      outcome: 'failed',
      note: 'badCredentials',
      address: '192.0.2.6',
    });
    const tokens = await signIn(app, tenant, 'shop');
    const out = await left(() => send(app, 'GET', '/auth/token/logout', { token: tokens.access_token }));
    expect(out.map(({ call, outcome }) => [call, outcome])).toEqual([['session.signOut', 'done']]);
    const again = await signIn(app, tenant, 'shop');
    await refresh(app, again.refresh_token);
    app.clock.pass(40);
    const reused = await left(() => refresh(app, again.refresh_token));
    expect(reused.map(({ call, note, address }) => [call, note, address])).toEqual([
      ['session.refresh', 'reused', '127.0.0.1'],
    ]);
  });
});

describe('S28 content of an audit row', () => {
  test('has old and new values, with classified fields masked', async () => {
    const actor = await people.now('entadmin');
    const own = actor.tokens.shop_id ?? '';
    const token = actor.tokens.access_token;
    const { version } = dataOf<{ version: number }>(await send(app, 'GET', `/bus/enterprise/${own}`, { token }));
    const input = { id: own, version, legalPhone: '13800004321', town: '新港街道' };
    const rows = await left(() => sendCall(app, callNamed(app, 'enterprise.update'), input, { token }));
    const changes = new Map(rows[0]?.changes.map((change) => [change.field, change]));
    expect([...changes.keys()].sort()).toEqual(['legalPhone', 'town']);
    expect(changes.get('legalPhone')).toMatchObject({
      before: expect.stringMatching(/^137\*{4}/),
      after: '138****4321',
    });
    expect(changes.get('town')?.after).toBe('新港街道');
    expect(rows[0]).toMatchObject({ object_type: 'enterprise', object_id: own, enterprise_id: own });
    const history = await send(app, 'GET', `/bus/enterprise/history/${own}`, { token });
    expect(history.text).toContain('138****4321');
    expect(history.text).not.toContain('13800004321');
    const all = JSON.stringify(await app.sql('select changes, note from audit where tenant_id = $1', [tenant.id]));
    // Finds a whole phone number. The lookarounds skip ids, which may contain the same digits.
    expect(/.{0,80}(?<![0-9a-f])1[36789]\d{9}(?![0-9a-f])/.exec(all)?.[0]).toBeUndefined();
  });
});

test('the log describes refused calls in Chinese', async () => {
  const worker = (await people.now('entstaff')).tokens.access_token;
  for (const path of ['/upms/user/page', '/bus/enterprise/export', '/upms/log/page'])
    expect((await send(app, 'GET', path, { token: worker })).status).toBe(403);
  const other = await makeTenant(app);
  const headers = { tenant_id: other.id };
  expect((await send(app, 'GET', '/upms/job/page', { token: worker, headers })).status).toBe(403);
  const admin = (await people.now('admin')).tokens.access_token;
  const query = { outcome: 'failed', userId: tenant.people.entstaff ?? '', size: '100' };
  const { records } = dataOf<{ records: LogEntry[] }>(
    await send(app, 'GET', '/upms/log/page', { token: admin, query }),
  );
  const sentences = records.map(({ title, sentence, exception }) => [title, sentence, exception].join('|'));
  expect(sentences).toContain('用户-查看列表|用户-查看列表|当前操作没有权限');
  expect(sentences).toContain('查看页面数据|查看页面数据|请求的单位与登录的单位不符');
  for (const one of sentences) expect(one).not.toMatch(/[a-z]/i);
});
