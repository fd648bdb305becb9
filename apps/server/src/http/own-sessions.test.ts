// The user's own sessions, users who are online, and what ends a session (S12, S13, S15). Ending a session requires a
// password entry within the last ten minutes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cipher, dataOf, refresh, send, signIn, trySignIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { makeTenant, password, type TestTenant } from '../../testing/tenants.ts';

const app = await openTestApp();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

interface Row {
  id: string;
  device: string;
  address: string;
  startedAt: string;
  lastSeenAt: string;
  current: boolean;
  username?: string;
  entName?: string | null;
}
const get = (token: string, path: string, query: Record<string, unknown> = {}) =>
  send(app, 'GET', path, { token, query });
const own = async (token: string) => dataOf<{ records: Row[] }>(await get(token, '/auth/session/page')).records;
const online = async (token: string, query: Record<string, unknown> = {}) =>
  dataOf<{ records: Row[]; total: number }>(await get(token, '/upms/token/page', query));
const status = async (token: string) => (await get(token, '/auth/session/page')).status;
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0';

test('S13 lets users end one or all of their other sessions', async () => {
  const here = await signIn(app, tenant, 'regulator');
  app.clock.pass(60);
  const setup = await signIn(app, tenant, 'regulator', { headers: { 'user-agent': edge }, from: '198.51.100.7' });
  const third = await signIn(app, tenant, 'regulator');
  const stranger = await signIn(app, tenant, 'entadmin');
  const rows = await own(here.access_token);
  expect(rows).toHaveLength(3);
  expect(rows.filter(({ current }) => current)).toHaveLength(1);
  const seen = rows.find(({ address }) => address === '198.51.100.7');
  expect(seen?.device).toBe('Edge 浏览器 131 · Windows 电脑');
  expect(JSON.stringify(rows)).not.toContain(setup.access_token);
  // The answer for another user's session equals that for a missing one. The session is not ended.
  const [foreign] = await own(stranger.access_token);
  const missing = await get(here.access_token, `/auth/session/del/${crypto.randomUUID()}`);
  const theirs = await get(here.access_token, `/auth/session/del/${foreign?.id}`);
  expect([theirs.status, theirs.text]).toEqual([404, missing.text]);
  dataOf(await get(here.access_token, `/auth/session/del/${seen?.id}`));
  const ended = await get(setup.access_token, '/auth/session/page');
  expect([ended.status, ended.json]).toEqual([401, { code: 1, msg: '您已在别处结束这次登录，请重新登录', data: null }]);
  expect((await refresh(app, setup.refresh_token)).status).toBe(401);
  expect([await status(third.access_token), await status(stranger.access_token)]).toEqual([200, 200]);
  dataOf(await send(app, 'POST', '/auth/session/endOthers', { token: here.access_token, body: {} }));
  expect([await status(third.access_token), await status(here.access_token)]).toEqual([401, 200]);
  expect(await own(here.access_token)).toHaveLength(1);
});

test('S13 ends the first session of a user at the sixth sign-in', async () => {
  const first = await signIn(app, tenant, 'entstaff');
  for (let n = 0; n < 5; n++) await signIn(app, tenant, 'entstaff');
  const endedAnswer = await get(first.access_token, '/auth/session/page');
  expect([endedAnswer.status, endedAnswer.json]).toMatchObject([
    401,
    { msg: '您的账号在别处登录过多，最早的一次登录已结束' },
  ]);
  const last = await signIn(app, tenant, 'shop');
  for (let minute = 0; minute < 61; minute++) {
    app.clock.pass(60);
    await get(last.access_token, '/upms/user/info');
  }
  expect(await status(last.access_token)).toBe(401);
});

test('shows users only their own successful and failed sign-ins', async () => {
  await trySignIn(app, tenant.id, 'nobody', { password: 'wrong', from: '203.0.113.9' });
  const { access_token: token } = await signIn(app, tenant, 'nobody');
  await signIn(app, tenant, 'admin');
  const { records, total } = dataOf<{ records: { outcome: string; address: string }[]; total: number }>(
    await get(token, '/auth/session/history'),
  );
  expect(total).toBe(2);
  expect(records.map(({ outcome, address }) => [outcome, address])).toEqual([
    ['done', '127.0.0.1'],
    ['failed', '203.0.113.9'],
  ]);
});

test('S12 lets administrators end a session of an online user at once', async () => {
  const { access_token: admin } = await signIn(app, tenant, 'admin');
  const staff = await signIn(app, tenant, 'entadmin');
  const other = await makeTenant(app);
  const foreign = await signIn(app, other, 'admin');
  expect((await get(staff.access_token, '/upms/token/page')).status).toBe(403);
  const byName = await online(admin, { keyword: 'entadmi' });
  expect(new Set(byName.records.map(({ username }) => username))).toEqual(new Set(['entadmin']));
  expect(byName.records[0]?.entName).toBeTruthy();
  expect((await online(admin, { type: '1' })).records.every(({ username }) => username?.startsWith('ent'))).toBe(true);
  expect((await online(admin, { enterpriseId: staff.shop_id })).total).toBeGreaterThan(0);
  expect((await online(admin, { keyword: '%' })).total).toBe(0);
  const all = await online(admin, { size: 100, ascs: 'lastSeenAt' });
  expect(all.records.map(({ lastSeenAt }) => lastSeenAt)).toEqual(all.records.map((row) => row.lastSeenAt).sort());
  const [theirs] = await own(foreign.access_token);
  expect(all.records.some(({ id }) => id === theirs?.id)).toBe(false);
  expect((await get(admin, `/upms/token/del/${theirs?.id}`)).status).toBe(404);
  const [target] = await own(staff.access_token);
  expect((await get(staff.access_token, `/upms/token/del/${target?.id}`)).status).toBe(403);
  dataOf(await get(admin, `/upms/token/del/${target?.id}`));
  expect(await status(staff.access_token)).toBe(401);
  expect((await get(admin, `/upms/token/del/${target?.id}`)).status).toBe(404);
  const traces = await app.sql(`select from audit where call = 'session.endOnline' and outcome = 'done'`);
  expect(traces).toHaveLength(1);
});

test('accepts a password confirmation for ten minutes (S01)', async () => {
  const { access_token: token } = await signIn(app, tenant, 'regulator');
  const confirm = (text: string) =>
    send(app, 'POST', '/auth/session/confirm', { token, body: { password: cipher(app, text) } });
  const wrong = await confirm('wrong');
  expect([wrong.status, wrong.json]).toEqual([
    400,
    {
      code: 1,
      msg: '密码错误，请重新输入',
      data: { errors: [{ field: 'password', msg: '密码错误，请重新输入' }] },
    },
  ]);
  expect((await confirm(password)).status).toBe(200);
  for (let n = 0; n < 5; n++) await confirm('wrong');
  expect((await confirm(password)).status).toBe(429);
  expect((await trySignIn(app, tenant.id, 'regulator')).status).toBe(429);
});
