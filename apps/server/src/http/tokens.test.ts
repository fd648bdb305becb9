// What a sign-in gives, and how it ends: S09, S10, S11, and the way out.
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
  test('no token of a dump opens anything, and none that a client brings is adopted', async () => {
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

  test('an access token ends after twelve hours of work, an idle session after one', async () => {
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

  test('S13 a page that goes on asking for its lists by itself does not keep a session alive', async () => {
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

  test('S13 polling does not keep a session alive; the sixth sign-in ends the first', async () => {
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
    ['a JWT of nobody', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['two tokens', `Bearer ${'x'.repeat(43)} ${'x'.repeat(43)}`],
  ])('%s is 401', async (_, authorization) => {
    const answer = await send(app, 'GET', '/upms/user/info', {
      headers: authorization === '' ? {} : { authorization },
    });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({ code: 1, msg: '登录过期', data: null });
  });
});

describe('S11 refreshing', () => {
  test('a refresh gives a new pair; the old access token ends within 30 s, the family goes on', async () => {
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

  test('within 30 s a lost answer may be asked for again, twice at most', async () => {
    const first = await signIn(app, tenant, 'regulator');
    const kept = tokensOf(await refresh(app, first.refresh_token));
    app.clock.pass(29);
    tokensOf(await refresh(app, first.refresh_token));
    tokensOf(await refresh(app, first.refresh_token));
    expect((await refresh(app, first.refresh_token)).status).not.toBe(200);
    expect(await opens(kept)).toBe(200);
  });

  test('reuse after 31 s ends the whole family and no other, and is audited', async () => {
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

  test('reuse from another network ends the family at once', async () => {
    const first = await signIn(app, tenant, 'regulator');
    const second = tokensOf(await refresh(app, first.refresh_token));
    expect((await refresh(app, first.refresh_token, '203.0.113.9')).status).toBe(401);
    expect(await opens(second)).toBe(401);
  });

  test('twenty refreshes at once give at most three pairs, and the session lives', async () => {
    const first = await signIn(app, tenant, 'regulator');
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(app, first.refresh_token)));
    const pairs = answers.filter(({ status }) => status === 200);
    expect(pairs.length).toBeGreaterThanOrEqual(1);
    expect(pairs.length).toBeLessThanOrEqual(3);
    expect(new Set(answers.map(({ status }) => status)).has(500)).toBe(false);
    expect(await opens(tokensOf(pairs[0] ?? { status: 0, json: null }))).toBe(200);
  });

  test('thirty days after the sign-in no refresh helps', async () => {
    let tokens = await signIn(app, tenant, 'regulator');
    for (let day = 0; day < 29; day++) {
      app.clock.pass(86_400);
      const answer = await refresh(app, tokens.refresh_token);
      // Left alone for a day the session is idle only to calls, not to the refresh that a page does by itself.
      tokens = tokensOf(answer);
    }
    app.clock.pass(86_401);
    expect((await refresh(app, tokens.refresh_token)).status).toBe(401);
  });

  test('a refresh wants its grant, its client and a token that exists', async () => {
    const { refresh_token, access_token } = await signIn(app, tenant, 'regulator');
    expect((await refresh(app, 'x'.repeat(43))).status).toBe(401);
    expect((await refresh(app, access_token)).status).toBe(401);
    const bare = { refresh_token, grant_type: 'refresh_token' };
    expect((await send(app, 'POST', '/auth/oauth/token', { query: bare })).status).toBe(401);
    const asBearer = await send(app, 'GET', '/upms/user/info', { token: refresh_token });
    expect(asBearer.status).toBe(401);
  });

  test.each(['/auth/pwd/token', '/auth/oauth/token', '/auth/phone/token/sms', '/auth/thirdparty/token'])(
    'S17 %s takes its own grant and the scope server, and no other',
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
  test('ends access and refresh at once, leaves a row, spares other sessions', async () => {
    const mine = await signIn(app, tenant, 'regulator');
    const other = await signIn(app, tenant, 'regulator');
    expect(await opens(mine)).toBe(200);
    const out = await send(app, 'GET', '/auth/token/logout', { token: mine.access_token });
    expect(out.json).toEqual({ code: 0, msg: null, data: null });
    // What the browser kept for the person who leaves is not for the next one (S46).
    expect(out.headers['clear-site-data']).toBe('"cache"');
    expect(await opens(mine)).toBe(401);
    expect((await refresh(app, mine.refresh_token)).status).toBe(401);
    expect(await opens(other)).toBe(200);
    expect((await send(app, 'GET', '/auth/token/logout', { token: mine.access_token })).status).toBe(401);
  });
});

describe('S09 secrets in addresses', () => {
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

  test('a bearer token in an address is refused, dead from then on, and audited', async () => {
    const tokens = await signIn(app, tenant, 'regulator');
    expect(await opens(tokens)).toBe(200);
    expect((await openWith(tokens.access_token)).status).toBe(401);
    expect(await opens(tokens)).toBe(401);
    expect((await refresh(app, tokens.refresh_token)).status).toBe(401);
    const rows = await app.sql(`select from audit where tenant_id = $1 and note = 'tokenInAddress'`, [tenant.id]);
    expect(rows).toHaveLength(1);
  });

  test('it is burnt on any call, also beside a good header, also where the page would be sent', async () => {
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

  test('a ticket opens once what it names', async () => {
    const tokens = await signIn(app, tenant, 'regulator');
    const ticket = await ticketFor(tokens);
    const answer = await openWith(ticket);
    expect(answer.status).toBe(200);
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ width: 1 });
    expect((await openWith(ticket)).status).toBe(401);
  });

  test('another path, another purpose, 61 s later, after the way out: 401', async () => {
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

  test('fifty openings at once: one', async () => {
    const ticket = await ticketFor(await signIn(app, tenant, 'regulator'));
    const answers = await Promise.all(Array.from({ length: 50 }, () => openWith(ticket)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
  });

  test('a ticket opens no call that answers an envelope, and is no bearer', async () => {
    const ticket = await ticketFor(await signIn(app, tenant, 'regulator'), '/upms/user/info');
    expect((await send(app, 'GET', '/upms/user/info', { query: { access_token: ticket } })).status).toBe(401);
    expect((await send(app, 'GET', '/upms/user/info', { token: ticket })).status).toBe(401);
  });

  test('no log line of all this holds a token, a ticket, a password or a query', () => {
    const lines = app.log.join('\n');
    expect(lines).not.toMatch(/access_token|refresh_token|password=|Bearer|Basic [A-Za-z0-9]/);
    expect(lines.length).toBeGreaterThan(1000);
  });
});
