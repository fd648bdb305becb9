// S09, S10, S11: the tokens that a sign-in issues, how they end, and sign-out.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, dataOf, refresh, send, signIn, trySignIn, type Tokens } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { png } from '../../testing/sample-files.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const opens = async ({ access_token }: Pick<Tokens, 'access_token'>) =>
  (await send(app, 'GET', '/upms/user/info', { token: access_token })).status;
const tokensOf = (answer: { status: number; json: unknown }) => {
  expect(answer.status).toBe(200);
  return answer.json as Tokens;
};

describe('S10 tokens', () => {
  test('are refused when taken from the database or chosen by the client', async () => {
    const brought = 'A'.repeat(43);
    const answer = await trySignIn(app, tenant.id, 'regulator', {
      headers: {},
      access_token: brought,
      refresh_token: brought,
    });
    const tokens = tokensOf(answer);
    expect(tokens.access_token).not.toBe(brought);
    expect(await opens({ access_token: brought })).toBe(401);
    const dump = JSON.stringify([await app.sql('select * from session_token'), await app.sql('select * from session')]);
    expect(dump).not.toContain(tokens.access_token);
    expect(dump).not.toContain(tokens.refresh_token);
  });

  test('end after twelve hours', async () => {
    const busy = await signIn(app, tenant, 'regulator');
    for (let minutes = 0; minutes < 12 * 60 - 30; minutes += 30) {
      app.clock.pass(1800);
      expect((await send(app, 'GET', '/bus/enterprise/page', { token: busy.access_token })).status).toBe(200);
    }
    app.clock.pass(1801);
    expect(await opens(busy)).toBe(401);
    const idle = await signIn(app, tenant, 'regulator');
    app.clock.pass(3601);
    expect(await opens(idle)).toBe(401);
  });

  test('S13 are not extended by automatic list refreshes', async () => {
    const { access_token: token } = await signIn(app, tenant, 'regulator');
    const ask = async (headers: Record<string, string>) =>
      (await send(app, 'GET', '/bus/enterprise/page', { token, headers })).status;
    for (let minutes = 0; minutes < 50; minutes += 10) {
      expect(await ask({ 'x-activity': 'background' })).toBe(200);
      app.clock.pass(600);
    }
    expect(await ask({})).toBe(200);
    app.clock.pass(1_801);
    expect(await ask({ 'x-activity': 'background' })).toBe(200);
    app.clock.pass(1_801);
    expect(await ask({})).toBe(401);
  });

  test('S13 are not extended by polling', async () => {
    const polled = await signIn(app, tenant, 'admin');
    for (let minutes = 0; minutes < 60; minutes += 10) {
      expect(await opens(polled)).toBe(200);
      app.clock.pass(601);
    }
    expect(await opens(polled)).toBe(401);
    const six = [];
    for (let n = 0; n < 6; n++) six.push(await signIn(app, tenant, 'shop'));
    expect(await Promise.all(six.map(opens))).toEqual([401, 200, 200, 200, 200, 200]);
  });

  test.each([
    ['nothing', ''],
    ['no scheme', 'x'.repeat(43)],
    ['another scheme', `Token ${'x'.repeat(43)}`],
    ['an unknown token', `Bearer ${'x'.repeat(43)}`],
    ['a short token', 'Bearer x'],
    ['a JWT without a user', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['two tokens', `Bearer ${'x'.repeat(43)} ${'x'.repeat(43)}`],
  ])('are refused with 401 when the authorization header contains %s', async (_, authorization) => {
    const answer = await send(app, 'GET', '/upms/user/info', {
      headers: authorization === '' ? {} : { authorization },
    });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({ code: 1, msg: '登录过期', data: null });
  });
});

describe('S11 refreshing a token pair', () => {
  test('issues a new pair and ends the old access token within 30 s', async () => {
    const first = await signIn(app, tenant, 'regulator');
    const second = tokensOf(await refresh(app, first.refresh_token));
    expect(second.access_token).not.toBe(first.access_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await opens(second)).toBe(200);
    app.clock.pass(33);
    expect(await opens(first)).toBe(401);
    expect(await opens(second)).toBe(200);
    expect(await opens(tokensOf(await refresh(app, second.refresh_token)))).toBe(200);
  });

  test('can be repeated twice within 30 s when the answer was lost', async () => {
    const first = await signIn(app, tenant, 'regulator');
    const refreshedTokens = tokensOf(await refresh(app, first.refresh_token));
    app.clock.pass(29);
    tokensOf(await refresh(app, first.refresh_token));
    tokensOf(await refresh(app, first.refresh_token));
    expect((await refresh(app, first.refresh_token)).status).not.toBe(200);
    expect(await opens(refreshedTokens)).toBe(200);
  });

  test('ends the token family when an old token is used after 31 s', async () => {
    const first = await signIn(app, tenant, 'entadmin');
    const elsewhere = await signIn(app, tenant, 'entadmin');
    const second = tokensOf(await refresh(app, first.refresh_token));
    app.clock.pass(31);
    expect((await refresh(app, first.refresh_token)).status).toBe(401);
    expect(await opens(second)).toBe(401);
    expect((await refresh(app, second.refresh_token)).status).toBe(401);
    expect(await opens(elsewhere)).toBe(200);
    const rows = await app.sql(
      `select from audit where tenant_id = $1 and call = 'session.refresh' and note = 'reused'`,
      [tenant.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('ends the token family at once when an old token comes from another network', async () => {
    const first = await signIn(app, tenant, 'regulator');
    const second = tokensOf(await refresh(app, first.refresh_token));
    expect((await refresh(app, first.refresh_token, '203.0.113.9')).status).toBe(401);
    expect(await opens(second)).toBe(401);
  });

  test('issues at most three pairs for twenty concurrent requests', async () => {
    const first = await signIn(app, tenant, 'regulator');
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(app, first.refresh_token)));
    const pairs = answers.filter(({ status }) => status === 200);
    expect(pairs.length).toBeGreaterThanOrEqual(1);
    expect(pairs.length).toBeLessThanOrEqual(3);
    expect(new Set(answers.map(({ status }) => status)).has(500)).toBe(false);
    expect(await opens(tokensOf(pairs[0] ?? { status: 0, json: null }))).toBe(200);
  });

  test('is refused thirty days after the sign-in', async () => {
    let tokens = await signIn(app, tenant, 'regulator');
    for (let day = 0; day < 29; day++) {
      app.clock.pass(86_400);
      const answer = await refresh(app, tokens.refresh_token);
      // After a day without activity, calls refuse the session. The page's automatic refresh does not count as
      // activity, but still works.
      tokens = tokensOf(answer);
    }
    app.clock.pass(86_401);
    expect((await refresh(app, tokens.refresh_token)).status).toBe(401);
  });

  test('needs the client credential and an existing refresh token', async () => {
    const { refresh_token, access_token } = await signIn(app, tenant, 'regulator');
    expect((await refresh(app, 'x'.repeat(43))).status).toBe(401);
    expect((await refresh(app, access_token)).status).toBe(401);
    const bare = { refresh_token, grant_type: 'refresh_token' };
    expect((await send(app, 'POST', '/auth/oauth/token', { query: bare })).status).toBe(401);
    const asBearer = await send(app, 'GET', '/upms/user/info', { token: refresh_token });
    expect(asBearer.status).toBe(401);
  });

  test.each(['/auth/pwd/token', '/auth/oauth/token', '/auth/phone/token/sms', '/auth/thirdparty/token'])(
    'S17 %s accepts only its own grant and the scope server',
    async (path) => {
      const headers = { authorization: clientOf(app) };
      for (const [field, value] of [
        ['grant_type', 'client_credentials'],
        ['grant_type', 'authorization_code'],
        ['scope', 'admin'],
        ['scope', 'server admin'],
      ] as const) {
        const answer = await send(app, 'POST', path, { query: { [field]: value }, headers });
        expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(field)]);
      }
    },
  );
});

describe('signing out', () => {
  test('ends access and refresh tokens at once, but no other session', async () => {
    const mine = await signIn(app, tenant, 'regulator');
    const other = await signIn(app, tenant, 'regulator');
    expect(await opens(mine)).toBe(200);
    const out = await send(app, 'GET', '/auth/token/logout', { token: mine.access_token });
    expect(out.json).toEqual({ code: 0, msg: null, data: null });
    // Checks that sign-out clears the browser cache, so that the next person at this computer sees no cached data
    // (S46).
    expect(out.headers['clear-site-data']).toBe('"cache"');
    expect(await opens(mine)).toBe(401);
    expect((await refresh(app, mine.refresh_token)).status).toBe(401);
    expect(await opens(other)).toBe(200);
    expect((await send(app, 'GET', '/auth/token/logout', { token: mine.access_token })).status).toBe(401);
  });
});

describe('S09 secrets in URLs', () => {
  let fileUrl = '';
  beforeAll(async () => {
    const { access_token } = await signIn(app, tenant, 'regulator');
    const file = { name: 'a.png', type: 'image/png', bytes: png };
    const stored = dataOf<{ url: string }>(await send(app, 'POST', '/upms/file/upload', { token: access_token, file }));
    fileUrl = stored.url;
  });
  const ticketFor = async (tokens: Tokens, target = fileUrl, purpose = 'file') =>
    dataOf<{ ticket: string }>(
      await send(app, 'POST', '/auth/ticket', { token: tokens.access_token, body: { purpose, target } }),
    ).ticket;
  const openWith = (ticket: string, path = fileUrl) => send(app, 'GET', path, { query: { access_token: ticket } });

  test('are refused and revoked when the secret is a bearer token', async () => {
    const tokens = await signIn(app, tenant, 'regulator');
    expect(await opens(tokens)).toBe(200);
    expect((await openWith(tokens.access_token)).status).toBe(401);
    expect(await opens(tokens)).toBe(401);
    expect((await refresh(app, tokens.refresh_token)).status).toBe(401);
    const rows = await app.sql(`select from audit where tenant_id = $1 and note = 'tokenInAddress'`, [tenant.id]);
    expect(rows).toHaveLength(1);
  });

  test('are revoked on any call or page path', async () => {
    for (const [path, headers] of [
      ['/upms/user/info', {}],
      ['/bus/enterprise/page', { accept: 'text/html' }],
      ['/upms/dict/type/grey', {}],
      ['/nowhere', {}],
    ] as const) {
      const burnt = await signIn(app, tenant, 'entadmin');
      const good = await signIn(app, tenant, 'regulator');
      const token = path === '/upms/user/info' ? { token: good.access_token } : {};
      const answer = await send(app, 'GET', path, { query: { access_token: burnt.access_token }, headers, ...token });
      if (path === '/upms/user/info') expect(answer.status, path).toBe(401);
      if (path !== '/nowhere' && path !== '/upms/dict/type/grey') expect(await opens(burnt), path).toBe(401);
    }
  });

  test('open the target once when the secret is a ticket', async () => {
    const tokens = await signIn(app, tenant, 'regulator');
    const ticket = await ticketFor(tokens);
    const answer = await openWith(ticket);
    expect(answer.status).toBe(200);
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ width: 1 });
    expect((await openWith(ticket)).status).toBe(401);
  });

  test('get 401 as a ticket with another path or after 61 s', async () => {
    const tokens = await signIn(app, tenant, 'regulator');
    expect((await openWith(await ticketFor(tokens, '/upms/file/00000000-0000-7000-8000-000000000000'))).status).toBe(
      401,
    );
    expect((await openWith(await ticketFor(tokens, fileUrl, 'ws'))).status).toBe(401);
    expect((await openWith(await ticketFor(tokens, `${fileUrl}?a=1`))).status).toBe(401);
    const late = await ticketFor(tokens);
    app.clock.pass(61);
    expect((await openWith(late)).status).toBe(401);
    const orphan = await ticketFor(tokens);
    await send(app, 'GET', '/auth/token/logout', { token: tokens.access_token });
    expect((await openWith(orphan)).status).toBe(401);
  });

  test('open the target once in fifty concurrent requests with one ticket', async () => {
    const ticket = await ticketFor(await signIn(app, tenant, 'regulator'));
    const answers = await Promise.all(Array.from({ length: 50 }, () => openWith(ticket)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
  });

  test('are rejected as bearer tokens when the secret is a ticket', async () => {
    const ticket = await ticketFor(await signIn(app, tenant, 'regulator'), '/upms/user/info');
    expect((await send(app, 'GET', '/upms/user/info', { query: { access_token: ticket } })).status).toBe(401);
    expect((await send(app, 'GET', '/upms/user/info', { token: ticket })).status).toBe(401);
  });

  test('are in no log line', () => {
    const lines = app.log.join('\n');
    expect(lines).not.toMatch(/access_token|refresh_token|password=|Bearer|Basic [A-Za-z0-9]/);
    expect(lines.length).toBeGreaterThan(1000);
  });
});
