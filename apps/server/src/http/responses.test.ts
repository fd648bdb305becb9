// Answers of the server: S28, S43, S70, S71, S72, and response encryption (Q02).
import { createDecipheriv } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '#platform/db/connection.ts';
import { clientOf, dataOf, listen, send, sendAddress, signIn, trySignIn, type Answer } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { png } from '../../testing/sample-files.ts';
import { makeTenant, password, type TestTenant } from '../../testing/tenants.ts';

const pages = mkdtempSync(join(tmpdir(), 'anlan-pages-'));
mkdirSync(join(pages, 'assets'));
writeFileSync(join(pages, 'index.html'), '<!doctype html><style nonce="%NONCE%"></style><div id="page"></div>');
writeFileSync(join(pages, 'assets/app-1.js'), 'export {};');

let app: TestApp;
let tenant: TestTenant;
let token = '';
let fileUrl = '';
beforeAll(async () => {
  app = await openTestApp({ pages });
  tenant = await makeTenant(app);
  token = (await signIn(app, tenant, 'regulator')).access_token;
  const file = { name: 'a.png', type: 'image/png', bytes: png };
  fileUrl = dataOf<{ url: string }>(await send(app, 'POST', '/upms/file/upload', { token, file })).url;
});
afterAll(async () => {
  await app.close();
  rmSync(pages, { recursive: true });
});

async function without(table: string, work: () => Promise<void>) {
  await app.sql(`alter table ${table} rename to away`);
  try {
    await work();
  } finally {
    await app.sql(`alter table away rename to ${table}`);
  }
}

describe('S43 security headers', () => {
  const directives = (policy: unknown) =>
    Object.fromEntries(
      String(policy)
        .split('; ')
        .map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]),
    );
  const kinds: [string, number, () => Promise<Answer>][] = [
    ['page', 200, () => send(app, 'GET', '/login', { headers: { accept: 'text/html' } })],
    ['unknown page', 404, () => send(app, 'GET', '/nope', { headers: { accept: 'text/html' } })],
    ['script', 200, () => send(app, 'GET', '/assets/app-1.js')],
    ['answer', 200, () => send(app, 'GET', '/upms/user/info', { token })],
    ['public answer', 200, () => send(app, 'GET', '/config.json')],
    ['file', 200, () => send(app, 'GET', fileUrl, { token })],
    ['picture', 200, () => send(app, 'GET', '/code?randomStr=0123456789abcdef')],
    ['openapi', 200, () => send(app, 'GET', '/openapi.json')],
    ['health', 200, () => send(app, 'GET', '/healthz')],
    ['400', 400, () => send(app, 'GET', '/bus/enterprise/page?size=x', { token })],
    ['401', 401, () => send(app, 'GET', '/upms/user/info')],
    ['403', 403, () => send(app, 'GET', '/upms/user/info', { token, headers: { tenant_id: '0' } })],
    ['404', 404, () => send(app, 'GET', '/nope')],
    ['413', 413, () => send(app, 'POST', '/bus/enterprise', { token, body: { a: 'x'.repeat(300_000) } })],
    ['415', 415, () => send(app, 'POST', '/bus/enterprise', { token, body: 'x', headers: { 'content-type': 'a/b' } })],
    ['426', 426, () => trySignIn(app, tenant.id, 'whoever')],
  ];

  test.each(kinds)('are correct for a response of kind «%s» (%d)', async (name, status, run) => {
    const { status: came, headers } = await run();
    expect(came).toBe(status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': name === '426' ? 'no-referrer' : 'same-origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'content-type': expect.stringMatching(/./),
    });
    expect(headers['permissions-policy']).toContain('camera=(self)');
    expect(headers['permissions-policy']).toContain('geolocation=(self)');
    expect(headers['permissions-policy']).toContain('microphone=()');
    for (const tell of [
      'server',
      'x-powered-by',
      'access-control-allow-origin',
      'set-cookie',
      'etag',
      'strict-transport-security',
    ])
      expect(headers[tell], tell).toBeUndefined();
    expect(headers['cache-control']).toMatch(name === 'script' ? /^public, max-age=31536000, immutable$/ : /no-store/);
    const policy = directives(headers['content-security-policy']);
    if (name === 'file' || name === 'picture') {
      expect(policy).toEqual({ sandbox: '', 'default-src': "'none'" });
      if (name === 'file') expect(headers['content-disposition']).toMatch(/^inline; filename="a\.png"/);
      return;
    }
    const styles = String(policy['style-src-elem']);
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src-elem': styles,
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data: blob: https://*.qlogo.cn https://mmbiz.qpic.cn",
      'font-src': "'self'",
      'connect-src': "'self'",
      'media-src': "'self' blob:",
      // Pages may frame the configured vendor.
      'frame-src': name.endsWith('page') ? "'self' https://vendor.example" : "'self'",
      'worker-src': "'self' blob:",
      'manifest-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'object-src': "'none'",
      'frame-ancestors': "'self'",
    });
    expect(styles).toMatch(name.includes('page') ? /^'self' 'nonce-[A-Za-z0-9+/=]{24}'$/ : /^'self'$/);
  });

  test('contain a nonce that differs for each page', async () => {
    const nonces = [];
    for (let n = 0; n < 3; n++) {
      const answer = await send(app, 'GET', '/', { headers: { accept: 'text/html' } });
      const [, nonce = ''] = /nonce="([^"]+)"/.exec(answer.text) ?? [];
      expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(3);
  });

  test('are also sent with a 500 response', async () => {
    await without('app_user', async () => {
      app.clock.pass(5);
      const answer = await send(app, 'GET', '/upms/user/list', { token });
      expect(answer.status).toBe(500);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expect(answer.headers['cache-control']).toBe('no-store');
    });
    const proxied = await openTestApp({ env: { TRUST_PROXY: '10.0.0.1' }, database: app.database });
    try {
      const headers = { 'x-forwarded-proto': 'https' };
      const strict = (from: string) => send(proxied, 'GET', '/healthz', { headers, from });
      expect((await strict('10.0.0.1')).headers['strict-transport-security']).toBe(
        'max-age=31536000; includeSubDomains',
      );
      expect((await strict('10.0.0.2')).headers['strict-transport-security']).toBeUndefined();
    } finally {
      await proxied.close();
    }
  });
});

describe('S70 error responses without details', () => {
  const telling =
    /select|insert|update |from |relation|column|constraint|postgres|sql|\.ts|node_modules|stack|at [A-Z]\w+|Error|away|app_user/i;

  test('show only a general text for a missing table', async () => {
    await without('app_user', async () => {
      app.clock.pass(5);
      for (const path of ['/upms/user/info', '/upms/user/list', '/upms/menu', '/bus/enterprise/page']) {
        const answer = await send(app, 'GET', path, { token });
        expect(answer.status, path).toBe(500);
        expect(answer.json).toEqual({ code: 1, msg: '系统未知错误,请反馈给管理员', data: null });
        expect(answer.text + JSON.stringify(answer.headers)).not.toMatch(telling);
        expect(app.log.some((line) => line.includes(String(answer.headers['x-request-id'])))).toBe(true);
      }
    });
    app.clock.pass(5);
    expect((await send(app, 'GET', '/upms/user/info', { token })).status).toBe(200);
  });

  test('are 503 without the database until it recovers', async () => {
    const { name, superuserUrl } = app.database;
    const asAdmin = (text: string) => withConnection(superuserUrl('postgres'), (client) => client.query(text));
    await asAdmin(`alter database ${name} allow_connections false`);
    await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    try {
      app.clock.pass(5);
      for (const path of ['/upms/user/info', '/bus/enterprise/page', '/upms/tenant/list']) {
        const answer = await send(app, 'GET', path, { token });
        expect([500, 503], path).toContain(answer.status);
        expect(answer.text).not.toMatch(telling);
      }
      expect((await trySignIn(app, tenant.id, 'regulator')).text).not.toMatch(telling);
      const ready = await send(app, 'GET', '/readyz');
      expect([ready.status, ready.text]).toEqual([503, '{"status":"unavailable"}']);
      expect((await send(app, 'GET', '/healthz')).status).toBe(200);
    } finally {
      await asAdmin(`alter database ${name} allow_connections true`);
    }
    expect((await send(app, 'GET', '/upms/user/info', { token })).status).toBe(200);
    // The readiness result is cached for one second.
    await expect.poll(async () => (await send(app, 'GET', '/readyz')).status, { timeout: 5_000 }).toBe(200);
  });

  test('S88 are the same 404 for paths that vulnerability scanners try', async () => {
    const texts = new Set<string>();
    for (const path of '/actuator /actuator/env /druid/index.html /swagger-ui.html /v2/api-docs /.git/HEAD /.env /env /debug /server-status /phpinfo.php /wp-login.php /console /nacos /admin /graphql /trace /heapdump /package.json'.split(
      ' ',
    )) {
      const answer = await send(app, 'GET', path);
      expect(answer.status, path).toBe(404);
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
  });
});

describe('S71 headers set by the client', () => {
  test('set the request id and client IP address only through a listed proxy', async () => {
    const clientRequestId = 'client-chosen-0001';
    const ask = (on: TestApp, id: string, from = '127.0.0.1') =>
      send(on, 'GET', '/healthz', { headers: { 'x-request-id': id }, from });
    expect((await ask(app, clientRequestId)).headers['x-request-id']).not.toBe(clientRequestId);
    const proxied = await openTestApp({ env: { TRUST_PROXY: '10.0.0.1,10.1.0.0/16' }, database: app.database });
    try {
      expect((await ask(proxied, clientRequestId, '10.0.0.1')).headers['x-request-id']).toBe(clientRequestId);
      expect((await ask(proxied, clientRequestId, '10.1.2.3')).headers['x-request-id']).toBe(clientRequestId);
      expect((await ask(proxied, clientRequestId, '10.0.0.2')).headers['x-request-id']).not.toBe(clientRequestId);
      for (const bad of ['short', 'x'.repeat(65), 'with space 01', '日志注入日志注入', '"quotes"----'])
        expect((await ask(proxied, bad, '10.0.0.1')).headers['x-request-id'], bad).not.toBe(bad);
      // The client address in a header counts only when a listed proxy sent it.
      const count = (address: string) => app.sql('select from sign_in_attempt where address = $1', [address]);
      const fail = (from: string) =>
        trySignIn(proxied, tenant.id, 'whoever', {
          password: 'x',
          from,
          headers: { 'x-forwarded-for': '198.51.100.7' },
        });
      await fail('10.0.0.1');
      expect(await count('198.51.100.7')).toHaveLength(1);
      await fail('192.0.2.1');
      expect(await count('198.51.100.7')).toHaveLength(1);
      expect(await count('192.0.2.1')).toHaveLength(1);
    } finally {
      await proxied.close();
    }
  });

  test('set no client IP address without a proxy list', async () => {
    const headers = {
      'x-forwarded-for': '198.51.100.8',
      'x-real-ip': '198.51.100.8',
      forwarded: 'for=198.51.100.8',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      host: 'evil.example',
    };
    const answer = await trySignIn(app, tenant.id, 'shop', { headers, from: '192.0.2.44' });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('evil');
    const rows = await app.sql<{ address: string }>(
      `select address from audit where tenant_id = $1 and call = 'session.signIn' and user_id = $2`,
      [tenant.id, tenant.people.shop],
    );
    expect(rows.map(({ address }) => address)).toEqual(['192.0.2.44']);
    expect(app.log.join('\n')).not.toMatch(/198\.51\.100\.8|evil\.example/);
  });
});

describe('S72 the log', () => {
  const secret = 'CANARY5f7d';

  test('contains pattern, status and ids, but no query, body or header', async () => {
    const port = await listen(app);
    const before = app.log.length;
    await send(app, 'GET', `/bus/enterprise/page?keyword=${secret}`, { token });
    await send(app, 'GET', `/bus/enterprise/page?descs=${secret}`, { token });
    await send(app, 'GET', `/${secret}/${secret}?x=${secret}`);
    await send(app, 'POST', '/bus/enterprise', { token, body: { name: secret } });
    await send(app, 'POST', '/bus/enterprise', { token, body: `{"name":"${secret}` });
    await trySignIn(app, tenant.id, secret, { password: secret });
    await send(app, 'GET', '/upms/user/info', {
      headers: { authorization: `Bearer ${secret.repeat(5)}`, cookie: secret },
    });
    await sendAddress(port, 'GET', `/a%0d%0a${secret}%1b[31m`, { 'user-agent': `${secret}\t\u001b[31m` });
    await without('enterprise', async () => {
      await send(app, 'GET', `/bus/enterprise/page?keyword=${secret}`, { token });
    });
    await expect.poll(() => app.log.length - before, { timeout: 15_000 }).toBeGreaterThanOrEqual(9);
    const lines = app.log.slice(before);
    for (const line of lines) {
      expect(line.trimEnd()).not.toMatch(/[\r\n\u001b]/);
      expect(line).not.toContain(secret);
      expect(line).not.toContain(token);
      const parsed = JSON.parse(line) as Record<string, unknown>;
      expect(parsed['requestId'] ?? parsed['reqId']).toBeTruthy();
    }
    const [first] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({
      call: 'enterprise.page',
      status: 200,
      tenantId: tenant.id,
      userId: tenant.people.regulator,
    });
  });

  test('G7 contains no secret in any log line of this test file', () => {
    const all = app.log.join('\n');
    const { clientSecret, passwordKey, encryptKey, fileLinkKey } = app.secrets;
    for (const value of [clientSecret, passwordKey, encryptKey, fileLinkKey, password, token, clientOf(app)])
      expect(all).not.toContain(value);
    expect(all).not.toMatch(/\$argon2|13[679]\d{8}/);
  });
});

describe('Q02 response encryption', () => {
  let encrypted: TestApp;
  let own = '';
  beforeAll(async () => {
    encrypted = await openTestApp({ env: { ENCRYPT_RESPONSES: 'on' }, database: app.database });
    own = (await signIn(encrypted, tenant, 'regulator')).access_token;
  });
  afterAll(() => encrypted.close());
  const decrypted = (text: string): unknown => {
    const decipher = createDecipheriv('aes-128-ecb', Buffer.from(encrypted.secrets.encryptKey), null);
    return JSON.parse(Buffer.concat([decipher.update(text, 'base64'), decipher.final()]).toString());
  };

  test('CA-20 sends encryptStr instead of data with the same content', async () => {
    const plain = await send(app, 'GET', '/bus/enterprise/page', { token });
    const answer = await send(encrypted, 'GET', '/bus/enterprise/page', { token: own });
    const body = answer.json as { encryptStr: string };
    expect(Object.keys(body)).toEqual(['code', 'msg', 'encryptStr']);
    expect(decrypted(body.encryptStr)).toEqual(dataOf(plain));
    const menu = (await send(encrypted, 'GET', '/upms/menu', { token: own })).json as { encryptStr: string };
    expect(decrypted(menu.encryptStr)).toEqual(expect.any(Array));
  });

  test('never encrypts errors, tokens, the public config and files', async () => {
    expect((await send(encrypted, 'GET', '/upms/user/info')).json).toEqual({ code: 1, msg: '登录过期', data: null });
    const config = (await send(encrypted, 'GET', '/config.json')).json as { encryptKey: string };
    expect(config.encryptKey).toBe(encrypted.secrets.encryptKey);
    expect((await trySignIn(encrypted, tenant.id, 'regulator')).json).toHaveProperty('access_token');
    const missing = await send(encrypted, 'GET', '/bus/enterprise/01a00000-0000-7000-8000-000000000000', {
      token: own,
    });
    expect(missing.json).toEqual({ code: 1, msg: '资源不存在', data: null });
  });

  test('encrypts a null value too', async () => {
    const answer = (await send(encrypted, 'GET', '/bus/enterprise/getCurrentEnt', { token: own })).json as {
      encryptStr: string;
    };
    expect(decrypted(answer.encryptStr)).toBeNull();
  });
});
