// WeChat sign-in (S15, S62) against the vendor simulator.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSimulator } from '../../../simulator/src/server.ts';
import { clientOf, dataOf, send, signIn, trySignIn, type Answer, type Tokens } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

const simulator = createSimulator();
let outside = '';
let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  outside = await simulator.listen(0);
  app = await openTestApp({
    env: {
      WXOPEN_APP_ID: simulator.open.appId,
      WXOPEN_SECRET: simulator.open.secret,
      WXOPEN_AUTH_BASE: `${outside}/open`,
      WXOPEN_API_BASE: `${outside}/open`,
      WXOPEN_REDIRECT: 'http://127.0.0.1:8080/authredirect',
      OUTBOUND_ALLOW_PRIVATE: '127.0.0.1',
      TRUST_PROXY: '10.9.9.9',
    },
  });
  tenant = await makeTenant(app);
});
beforeEach(async () => {
  await ctl('reset', {});
  app.clock.pass(60);
});
afterAll(async () => {
  await app.close();
  await simulator.close();
});

async function ctl(path: string, body: object) {
  const answer = await fetch(`${outside}/_ctl/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}
const fault = (mode: string, latencyMs = 0) => ctl('fault', { service: 'open', mode, latencyMs });
const traffic = async () => (await fetch(`${outside}/_ctl/traffic`)).json();

const newBrowser = () => ({ cookie: '' });
type Browser = ReturnType<typeof newBrowser>;

function keepCookie(browser: Browser, answer: Answer) {
  const [set] = [answer.headers['set-cookie']].flat();
  browser.cookie = String(set ?? '').split(';')[0] ?? '';
}
async function start(browser: Browser, token: string | null = null, of = tenant) {
  const path = token === null ? '/auth/thirdparty/start' : '/upms/user/bindThridParty/start';
  const body = token === null ? { purpose: 'login', tenantId: of.id } : {};
  const answer = await send(app, 'POST', path, { token, body, headers: { cookie: browser.cookie } });
  const started = dataOf<{ url: string; state: string }>(answer);
  keepCookie(browser, answer);
  return started;
}
async function scan(url: string, follower: number, end: 'confirm' | 'refuse' = 'confirm') {
  const page = await (await fetch(url)).text();
  const uuid = /const uuid = "(\w+)"/.exec(page)?.[1];
  await ctl('open/scan', { uuid, openid: `oSim${String(follower).padStart(24, '0')}` });
  await ctl(`open/${end}`, { uuid });
  const look = await (await fetch(`${outside}/open/connect/look?uuid=${uuid}`)).json();
  const { goesTo } = look as { goesTo: string };
  expect(goesTo).toMatch(/^http:\/\/127\.0\.0\.1:8080\/authredirect\?/);
  return new URL(goesTo).searchParams;
}
const token = (browser: Browser, thirdparty: string, more: Record<string, string> = {}) =>
  send(app, 'POST', '/auth/thirdparty/token', {
    query: { thirdparty, ...more },
    headers: { authorization: clientOf(app), cookie: browser.cookie },
  });
async function enter(browser: Browser, follower: number, more?: Record<string, string>) {
  const { url, state } = await start(browser);
  const back = await scan(url, follower);
  return token(browser, `${state}@${back.get('code')}@${tenant.id}`, more);
}
const bind = (browser: Browser, { access_token }: Tokens, body: object) =>
  send(app, 'POST', '/upms/user/bindThridParty', { token: access_token, body, headers: { cookie: browser.cookie } });
const ticketOf = (answer: Answer) => (answer.json as { data: { bindTicket: string } }).data.bindTicket;

test('RT-04, RT-07 signs in by scan after a password binds the WeChat account (CA-01)', async () => {
  const browser = newBrowser();
  const first = await enter(browser, 1);
  expect(first.json).toMatchObject({
    code: 1,
    msg: '未绑定登录账号，请使用密码登录后绑定',
    data: { provider: 'wechat', label: '晨光' },
  });
  expect(first.status).toBe(417);
  const person = await signIn(app, tenant, 'regulator');
  expect((await bind(browser, person, { bindTicket: ticketOf(first) })).status).toBe(200);
  expect((await bind(browser, person, { bindTicket: ticketOf(first) })).status).toBe(400);
  const again = await enter(browser, 1, { unionId: `uSim${'1'.padStart(24, '0')}`, shopId: '', channel: 'wechat' });
  expect(again.json).toMatchObject({ token_type: 'bearer', user_id: person.user_id, username: 'regulator' });
  const { access_token } = again.json as Tokens;
  const held = await send(app, 'GET', '/upms/user/thirdParties', { token: access_token });
  const { bound } = dataOf<{ bound: { id: string; label: string; provider: string }[] }>(held);
  expect(bound).toMatchObject([{ provider: 'wechat', label: '晨光', usedAt: expect.stringMatching(/^2026-/) }]);
  const id = bound[0]?.id;
  const unbind = { token: access_token, body: { id } };
  expect((await send(app, 'POST', '/upms/user/unbindThridParty', unbind)).status).toBe(200);
  expect((await send(app, 'POST', '/upms/user/unbindThridParty', unbind)).status).toBe(404);
  expect((await enter(browser, 1)).status).toBe(417);
  const traces = await app.sql<{ call: string; note: string | null }>(
    `select call, note from audit where tenant_id = $1 and user_id = $2 and note like '微信%' order by id`,
    [tenant.id, person.user_id],
  );
  expect(traces).toEqual([
    { call: 'session.thirdBind', note: '微信 晨光' },
    { call: 'session.signIn', note: '微信扫码' },
    { call: 'session.thirdUnbind', note: '微信 晨光' },
  ]);
});

test('frees the WeChat binding of a deleted account (S81)', async () => {
  const browser = newBrowser();
  const gone = await signIn(app, tenant, 'nobody');
  expect((await bind(browser, gone, { bindTicket: await ticketFor(browser, 7) })).status).toBe(200);
  await app.sql(
    'insert into second_factor (tenant_id, user_id, secret, enabled_at) values ($1, $2, $3, now()), ($4, $2, $3, now())',
    [tenant.id, gone.user_id, 'sealed', '0'],
  );
  const admin = await signIn(app, tenant, 'admin');
  const answer = await send(app, 'GET', `/upms/user/del/${gone.user_id}`, { token: admin.access_token });
  expect(answer.status, answer.text).toBe(200);
  expect(await app.sql('select 1 from user_identity where user_id = $1', [gone.user_id])).toEqual([]);
  // A row with the same id in another tenant is not changed.
  expect(await app.sql('select tenant_id from second_factor where user_id = $1', [gone.user_id])).toEqual([
    { tenant_id: '0' },
  ]);
  expect((await enter(browser, 7)).status).toBe(417);
  const next = await signIn(app, tenant, 'entstaff');
  expect((await bind(browser, next, { bindTicket: await ticketFor(browser, 7) })).status).toBe(200);
  await app.sql('delete from user_identity where user_id = $1', [next.user_id]);
});

test('redirects without an OAuth code after a refusal of WeChat', async () => {
  const browser = newBrowser();
  const { url, state } = await start(browser);
  const back = await scan(url, 2, 'refuse');
  expect({ code: back.get('code'), state: back.get('state') }).toEqual({ code: null, state });
  expect((await enter(browser, 2, { unionId: 'somebodyElse' })).status).toBe(400);
});

test('S15 accepts an OAuth state once, within five minutes', async () => {
  const browser = newBrowser();
  const other = newBrowser();
  await start(other);
  const elsewhere = await makeTenant(app);
  const person = await signIn(app, tenant, 'regulator');
  const refused = async (what: string, pendingAnswer: Promise<Answer>) => {
    const { status, json } = await pendingAnswer;
    expect({ what, status, json }).toMatchObject({ what, status: 400, json: { msg: '扫码登录已失效，请重新扫码' } });
  };
  const oauthState = async () => (await start(browser)).state;
  await refused('no cookie', token(newBrowser(), `${await oauthState()}@abc@${tenant.id}`));
  await refused('other browser', token(other, `${await oauthState()}@abc@${tenant.id}`));
  await refused('other tenant', token(browser, `${await oauthState()}@abc@${elsewhere.id}`));
  await refused('unknown', token(browser, `${'x'.repeat(43)}@abc@${tenant.id}`));
  const bindOauth = await start(browser, person.access_token);
  await refused('other purpose', token(browser, `${bindOauth.state}@abc@${tenant.id}`));
  await refused('other purpose', bind(browser, person, { state: await oauthState(), code: 'abc' }));
  const old = await oauthState();
  app.clock.pass(301);
  await refused('too old', token(browser, `${old}@abc@${tenant.id}`));
  for (const parts of ['a@b', `a@b@1@c`, `@b@${tenant.id}`, `${old}@@${tenant.id}`, 'abc', ''])
    expect((await token(browser, parts)).status, parts).toBe(400);
  expect(await traffic()).toEqual([]);
  await app.sql('delete from sign_in_attempt');
  const { url, state } = await start(browser);
  const code = (await scan(url, 3)).get('code');
  expect((await token(browser, `${state}@${code}@${tenant.id}`)).status).toBe(417);
  await refused('state twice', token(browser, `${state}@${code}@${tenant.id}`));
  await refused('code twice', token(browser, `${await oauthState()}@${code}@${tenant.id}`));
});

test('S15 binds a WeChat account with a password within ten minutes', async () => {
  const browser = newBrowser();
  const one = await signIn(app, tenant, 'entstaff');
  const ticket = async () => ticketOf(await enter(browser, 4));
  const stranger = newBrowser();
  await start(stranger);
  expect((await bind(stranger, one, { bindTicket: await ticket() })).status).toBe(400);
  const elsewhere = await makeTenant(app);
  const foreigner = await signIn(app, elsewhere, 'regulator');
  expect((await bind(browser, foreigner, { bindTicket: await ticket() })).status).toBe(400);
  for (const body of [{}, { state: 'x'.repeat(43) }, { bindTicket: 'x'.repeat(43), state: 'x'.repeat(43), code: 'y' }])
    expect((await bind(browser, one, body)).status).toBe(400);
  const late = await ticket();
  app.clock.pass(601);
  const denied = await bind(browser, one, { bindTicket: late });
  expect(denied.json).toMatchObject({ msg: '请先验证密码' });
  const fresh = await signIn(app, tenant, 'entstaff');
  expect((await bind(browser, fresh, { bindTicket: late })).status).toBe(400);
  const { url, state } = await start(browser, fresh.access_token);
  const code = (await scan(url, 4)).get('code') ?? '';
  expect((await bind(browser, fresh, { state, code })).status).toBe(200);
  await expect(
    bind(browser, await signIn(app, tenant, 'shop'), { bindTicket: await ticketFor(browser, 5) }),
  ).resolves.toMatchObject({ status: 200 });
  const oauthStart = await start(browser, (await signIn(app, tenant, 'admin')).access_token);
  const admin = await signIn(app, tenant, 'admin');
  const back = (await scan(oauthStart.url, 4)).get('code') ?? '';
  const answer = await bind(browser, admin, { state: oauthStart.state, code: back });
  expect(answer.json).toMatchObject({ msg: '该微信已绑定其他账号' });
});
const ticketFor = async (browser: Browser, follower: number) => ticketOf(await enter(browser, follower));

test('sets an OAuth cookie that is HttpOnly and same-site', async () => {
  const over = (headers: Record<string, string>, from: string) =>
    send(app, 'POST', '/auth/thirdparty/start', {
      body: { purpose: 'login', tenantId: tenant.id },
      headers,
      from,
    });
  const plain = await over({}, '127.0.0.1');
  expect(plain.headers['set-cookie']).toMatch(/^oauth=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  const tls = await over({ 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }, '10.9.9.9');
  expect(tls.headers['set-cookie']).toMatch(
    /^__Host-oauth=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  const page = await send(app, 'GET', '/sys', { headers: { accept: 'text/html' } });
  expect(page.headers['content-security-policy']).toContain(`frame-src 'self' ${outside};`);
});

test('S62 reports a slow or unavailable WeChat in time, while passwords work', { timeout: 60_000 }, async () => {
  for (const [mode, latency] of [
    ['error', 0],
    ['reset', 0],
    ['wrong', 0],
    ['html', 0],
    ['huge', 0],
    ['timeout', 0],
    ['well', 7_000],
  ] as const) {
    await app.sql('delete from sign_in_attempt');
    app.clock.pass(31);
    const browser = newBrowser();
    const { url, state } = await start(browser);
    const code = (await scan(url, 6)).get('code');
    await fault(mode, latency);
    const since = performance.now();
    const answer = await token(browser, `${state}@${code}@${tenant.id}`);
    expect({ mode, status: answer.status, json: answer.json }).toMatchObject({
      mode,
      status: 503,
      json: { msg: '微信登录暂时无法使用，请稍后再试，或使用其他方式登录', data: null },
    });
    expect(performance.now() - since, mode).toBeLessThan(mode === 'timeout' || latency > 0 ? 9_000 : 4_500);
    expect((await trySignIn(app, tenant.id, 'admin')).status, mode).toBe(200);
    expect(answer.text, mode).not.toContain('alert');
    await fault('well');
  }
  app.clock.pass(31);
  expect((await enter(newBrowser(), 6)).status).toBe(417);
  expect(app.log.join('')).not.toContain(simulator.open.secret);
});
