// S21, S25, S26, S37: requests that the HTTP layer admits. Tests different spellings of a path, and screens that
// share a path with a call.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { framePrefix } from '@anlan/contract/frame-path';
import { insideScreens, outsideScreens } from '@anlan/contract/screens';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNamed, dataOf, listen, send, sendAddress, sendCall, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

const pages = mkdtempSync(join(tmpdir(), 'anlan-pages-'));
mkdirSync(join(pages, 'assets'));
writeFileSync(join(pages, 'index.html'), '<!doctype html><style nonce="%NONCE%"></style><div id="page"></div>');
writeFileSync(join(pages, 'assets/app-1.js'), 'export {};');
writeFileSync(join(pages, 'assets/app-1.js.map'), '{}');
writeFileSync(join(pages, '.secret'), 'secret');

const app: TestApp = await openTestApp({ pages });
let tenant: TestTenant;
let other: TestTenant;
let token = '';
let port = 0;
beforeAll(async () => {
  port = await listen(app);
  tenant = await makeTenant(app);
  other = await makeTenant(app);
  token = (await signIn(app, tenant, 'regulator')).access_token;
});
afterAll(async () => {
  await app.close();
  rmSync(pages, { recursive: true });
});

const missing = '01a00000-0000-7000-8000-000000000000';
const filled = (path: string) =>
  path
    .replace('{id}', path.includes('/tenant/') && !path.includes('/logo/') ? '1' : missing)
    .replaceAll(/\{\w+\}/g, 'enterpriseStatus');
const addressed = app.mounted.map(({ name, call }) => ({ name, call, path: filled(call.path) }));
const guarded = addressed.filter(({ call }) => call.permit !== 'public');
const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('pages and calls on the same path', () => {
  const isPage = (answer: { text: string }) => answer.text.includes('id="page"');

  test.each(['/', '/login', '/wel/index', '/bus/enterprise/index', '/bus/enterprise/dossier?id=1', '/404'])(
    'RG-01 answers a browser with the page at %s',
    async (path) => {
      const answer = await send(app, 'GET', path, { headers: { accept: html } });
      expect(answer.status).toBe(200);
      expect(isPage(answer)).toBe(true);
      expect(answer.headers['vary']).toMatch(/accept/i);
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test('RT-15 answers an unknown path with the page to a browser and with JSON to a program', async () => {
    const page = await send(app, 'GET', '/no/such/path', { headers: { accept: html } });
    expect([page.status, isPage(page)]).toEqual([404, true]);
    const envelope = await send(app, 'GET', '/no/such/path');
    expect([envelope.status, envelope.json]).toEqual([404, { code: 1, msg: '资源不存在', data: null }]);
  });

  // A monitor, a link preview or a program sends no browser Accept header, or uses HEAD.
  test('RG-01 S26 answers GET and HEAD with the page at a path without a call', async () => {
    const headOf = async (path: string) => {
      const { status, text } = await sendAddress(port, 'HEAD', path);
      expect([status, text.split('\r\n\r\n')[1]], path).toEqual([200, '']);
      return text;
    };
    const calls = new Set(app.mounted.map(({ call }) => call.path));
    const plain = [...outsideScreens, ...insideScreens, `${framePrefix}urlPath`].filter((path) => !calls.has(path));
    expect(plain.length).toBeGreaterThan(40);
    const acceptedHeaders: Record<string, string>[] = [
      {},
      { accept: '*/*' },
      { accept: 'image/*' },
      { authorization: `Bearer ${'x'.repeat(43)}` },
    ];
    for (const path of plain) {
      for (const headers of acceptedHeaders) {
        const page = await sendAddress(port, 'GET', path, headers);
        expect([page.status, isPage(page)], path).toEqual([200, true]);
      }
      expect(await headOf(path), path).toMatch(/\ncontent-type: text\/html; charset=utf-8\r\n/);
    }
    for (const path of ['/healthz', '/readyz', '/assets/app-1.js']) {
      const type = /\ncontent-type: .*\r\n/.exec((await sendAddress(port, 'GET', path)).text)?.[0];
      expect(await headOf(path), path).toContain(type);
    }
    for (const [method, path] of [
      ['POST', '/login'],
      ['OPTIONS', '/'],
      ['HEAD', '/no/such/path'],
      ['HEAD', '/assets/app-1.js.map'],
      ['HEAD', '/bus/enterprise/map'],
      ['GET', '/LOGIN'],
      ['GET', '/login/'],
      ['GET', '//login'],
      ['GET', '/login%2f'],
      ['GET', '/bus/nowhere/index'],
    ] as const) {
      const refused = await sendAddress(port, method, path);
      expect([refused.status, isPage(refused)], `${method} ${path}`).toEqual([404, false]);
    }
  });

  // Calls whose path is also a screen of the web app.
  const screensToo = new Set(['enterprise.map', 'enterprise.duplicates']);
  test.each(guarded.filter(({ call }) => call.method === 'GET'))(
    'answers $name with the page only to a browser without authorization',
    async ({ name, path }) => {
      const page = await send(app, 'GET', path, { headers: { accept: html } });
      expect([isPage(page), page.status]).toEqual([true, screensToo.has(name) ? 200 : 404]);
      for (const accept of ['*/*', 'application/json', 'image/*'])
        expect((await send(app, 'GET', path, { headers: { accept } })).status).toBe(401);
      const called = await send(app, 'GET', path, {
        headers: { accept: html, authorization: `Bearer ${'x'.repeat(43)}` },
      });
      expect([isPage(called), called.status]).toEqual([false, 401]);
    },
  );

  test.each(addressed.filter(({ call }) => call.permit === 'public' && call.method === 'GET'))(
    'answers a browser at the public call $name as a call',
    async ({ path }) => {
      expect(isPage(await send(app, 'GET', path, { headers: { accept: html } }))).toBe(false);
    },
  );

  test('never answers POST with the page', async () => {
    expect(isPage(await send(app, 'POST', '/bus/enterprise', { headers: { accept: html } }))).toBe(false);
  });

  test('S26 serves only the files from the list made at start', async () => {
    expect((await send(app, 'GET', '/assets/app-1.js')).status).toBe(200);
    for (const path of [
      '/assets/app-1.js.map',
      '/.secret',
      '/index.html',
      '/assets/',
      '/assets/..%2f.secret',
      '/assets/../.secret',
      '/assets//app-1.js',
      '/ASSETS/app-1.js',
      '/assets/app-1.js/',
      '/package.json',
      '/.git/config',
    ])
      expect((await sendAddress(port, 'GET', path)).status, path).toBe(404);
  });
});

describe('S26 spellings of a path', () => {
  const spellings = (path: string, also: readonly string[]) => {
    const [, first = '', ...rest] = path.split('/');
    const encoded = `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`;
    return [
      path.toUpperCase(),
      `/${first.charAt(0).toUpperCase()}${first.slice(1)}/${rest.join('/')}`,
      `/${path}`,
      path.replace(/\/(?=[^/]+$)/, '//'),
      `${path}/`,
      `${path}//`,
      `${path};a=b`,
      `${path}%2f`,
      `${path}%00`,
      `${path}.json`,
      `${path}/.`,
      `/x/..${path}`,
      `/x/%2e%2e${path}`,
      path.replace(/\/(?=[^/]+$)/, '%2f'),
      path.replace(/\/(?=[^/]+$)/, '\\'),
      `/${[encoded, ...rest].join('/')}`,
      `/./${path.slice(1)}`,
      `/internal${path}`,
    ].filter((spelling) => !also.includes(spelling) && spelling !== path);
  };

  test.each(guarded)('lets no spelling bypass the guard of $name', async ({ call, path }) => {
    for (const spelling of spellings(path, call.aliasPaths)) {
      const answer = await sendAddress(port, call.method, spelling);
      expect([400, 401, 404], `${spelling} answered ${answer.text}`).toContain(answer.status);
    }
  });

  test.each(guarded)('lets no header or parameter open $name', async ({ call, path }) => {
    const forged: Record<string, string>[] = [
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-original-url': '/config.json' },
      { 'x-rewrite-url': '/config.json' },
      { 'x-http-method-override': 'GET' },
      { from: 'Y' },
      { 'x-inner': 'true' },
      { cookie: `access_token=${token}; Authorization=Bearer ${token}` },
      { 'proxy-authorization': `Bearer ${token}` },
      { tenant_id: tenant.id },
    ];
    for (const headers of forged)
      expect((await send(app, call.method, path, { headers })).status, JSON.stringify(headers)).toBe(401);
    expect((await send(app, call.method, `${path}?authorization=Bearer%20x`)).status).toBe(401);
  });

  test.each(addressed)('answers $name only for its own method', async ({ call, path }) => {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'].filter(
      (method) => !app.mounted.some((one) => filled(one.call.path) === path && one.call.method === method),
    );
    for (const method of others) {
      const answer = await send(app, method, path, { token });
      expect(answer.status, method).toBe(404);
    }
    expect(others).not.toContain(call.method);
  });

  test('answers a listed path with a trailing slash like the plain path', async () => {
    for (const { call, path } of addressed)
      for (const also of call.aliasPaths) {
        const plain = call.permit === 'public' ? (await send(app, call.method, path)).status : 401;
        expect((await send(app, call.method, filled(also))).status).toBe(plain);
        const both = [await send(app, call.method, also, { token }), await send(app, call.method, path, { token })];
        expect(both[0]?.text).toBe(both[1]?.text);
      }
    expect((await send(app, 'GET', '/upms/user/list/', { token })).status).toBe(200);
  });

  test('mounts only the routes of the call tables and the few listed here', () => {
    const routes = app.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .filter((line) => /\((GET|POST|HEAD|OPTIONS|PUT|DELETE|PATCH)/.test(line)).length;
    const ours = app.mounted.reduce((sum, { call }) => sum + 1 + call.aliasPaths.length, 0);
    const notices = ['/payapi/wxpay/notify/:account', '/payapi/alipay/notify/:account'];
    const weixin = ['/weixin/portal/:appId', '/weixin/ws/info'];
    const beside = [
      '/healthz',
      '/readyz',
      '/metrics',
      '/openapi.json',
      '/',
      '/wel',
      '/assets/app-1.js',
      ...notices,
      ...weixin,
    ];
    expect(routes).toBe(
      ours +
        beside.length -
        app.mounted.filter(({ call }, index) => app.mounted.findIndex((one) => one.call.path === call.path) < index)
          .length,
    );
  });
});

describe('S21 the token decides the tenant', () => {
  test.each(guarded)(
    'answers 403 with an audit row to another tenant in the header: $name',
    async ({ name, call, path }) => {
      for (const header of ['tenant_id', 'tenant-id']) {
        const before = await app.sql(
          `select from audit where tenant_id = $1 and note = 'tenantMismatch' and call = $2`,
          [tenant.id, name],
        );
        const answer = await send(app, call.method, path, { token, headers: { [header]: other.id } });
        expect([answer.status, answer.json]).toEqual([403, { code: 1, msg: '当前操作没有权限', data: null }]);
        const after = await app.sql(
          `select from audit where tenant_id = $1 and note = 'tenantMismatch' and call = $2`,
          [tenant.id, name],
        );
        expect(after.length - before.length).toBe(1);
      }
    },
  );

  test('accepts the own tenant in the header', async () => {
    const plain = await send(app, 'GET', '/bus/enterprise/page', { token, headers: { tenant_id: tenant.id } });
    expect(dataOf<{ total: number }>(plain).total).toBe(6);
    const forged = { tenantId: other.id, tenant_id: other.id };
    const forgedAnswer = await send(app, 'GET', '/bus/enterprise/page', { token, query: forged });
    expect(forgedAnswer.text).toBe(plain.text);
    const info = await send(app, 'GET', '/upms/user/info', { token, query: forged });
    expect(dataOf<{ sysUser: { tenantId: string } }>(info).sysUser.tenantId).toBe(tenant.id);
    expect((await send(app, 'GET', `/upms/tenant/${other.id}`, { token })).status).toBe(404);
    expect((await send(app, 'GET', `/upms/tenant/${tenant.id}`, { token })).status).toBe(200);
  });

  test('shows anonymous users only id, name and brand of tenants', async () => {
    const list = dataOf<object[]>(await send(app, 'GET', '/upms/tenant/list'));
    for (const one of list) expect(Object.keys(one).sort()).toEqual(['copy', 'icp', 'id', 'logo', 'name', 'tec']);
    expect(list.some((one) => 'id' in one && one.id === '0')).toBe(false);
  });
});

describe('S25 a malformed id is a missing id', () => {
  const ids = [
    'x',
    '1',
    missing.toUpperCase(),
    missing.slice(0, -1),
    `${missing}0`,
    missing.replaceAll('-', ''),
    '00000000-0000-0000-0000-000000000000',
    '%27%20or%201=1--',
    '..%2f..%2fetc',
    'null',
    'undefined',
    'page2',
  ];

  test.each(['/bus/enterprise/', '/bus/enterprise/history/', '/bus/enterprise/del/', '/upms/job/', '/upms/file/'])(
    'gives identical answers to missing, malformed and foreign ids in %s',
    async (path) => {
      const foreignId = path.includes('enterprise') ? other.enterpriseIds[0] : missing;
      const answers = await Promise.all(
        [missing, foreignId, ...ids].map((id) => send(app, 'GET', `${path}${id}`, { token })),
      );
      for (const answer of answers) expect([answer.status, answer.text]).toEqual([404, answers[0]?.text]);
    },
  );

  test('answers a foreign and a missing id in a body alike', async () => {
    const [foreign = ''] = other.enterpriseIds;
    for (const [name, more] of [
      ['enterprise.update', { version: 1, shortName: '改' }],
      ['enterprise.activate', { version: 1 }],
      ['enterprise.restore', {}],
    ] as const) {
      const call = callNamed(app, name);
      const answers = [
        await sendCall(app, call, { id: missing, ...more }, { token }),
        await sendCall(app, call, { id: foreign, ...more }, { token }),
      ];
      expect(answers[0]?.status, name).toBe(404);
      expect(answers[1]?.text, name).toBe(answers[0]?.text);
    }
    const [row] = await app.sql<{ version: number }>('select version from enterprise where id = $1', [foreign]);
    expect(row?.version).toBe(1);
  });
});

describe('S37 only pages of this server change state', () => {
  const writing = guarded.filter(({ call }) => call.method === 'GET' && call.effect === 'write');
  const hostile: [string, Record<string, string>][] = [
    [
      'a link of another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ],
    ['a sibling site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['an address typed in', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['an image', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a form', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['fetch without cors', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['a prerender', { 'sec-purpose': 'prefetch;prerender' }],
    ['an old prefetch', { purpose: 'prefetch' }],
  ];

  test('finds GET calls that change data', () => {
    expect(writing.map(({ name }) => name)).toEqual(expect.arrayContaining(['enterprise.remove', 'session.signOut']));
  });

  test.each(writing)('refuses nine kinds of cross-site requests with a token at $name', async ({ path }) => {
    for (const [name, headers] of hostile) {
      const answer = await send(app, 'GET', path, { token, headers });
      expect(answer.status, name).toBe(403);
    }
    expect((await send(app, 'GET', '/upms/user/info', { token })).status).toBe(200);
  });

  test('removes an enterprise only by a fetch of a page of this server', async () => {
    const draft = tenant.enterpriseIds.at(-1) ?? '';
    const path = `/bus/enterprise/del/${draft}`;
    for (const [, headers] of hostile) await send(app, 'GET', path, { token, headers });
    await send(app, 'HEAD', path, { token });
    await send(app, 'GET', path, { headers: { cookie: `access_token=${token}`, accept: html } });
    const left = () => app.sql('select from enterprise where id = $1 and removed_at is null', [draft]);
    expect(await left()).toHaveLength(1);
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
    const answer = await send(app, 'GET', path, { token, headers: own });
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(await left()).toHaveLength(0);
  });

  test('reveals nothing in the answer to a preflight request', async () => {
    for (const { path } of addressed) {
      const headers = {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      const answer = await send(app, 'OPTIONS', path, { headers });
      expect(answer.status).toBe(404);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
