// RT-30 S41: a foreign page is framed only when its address is in the user's menu or the tenant's list. The address in
// the request is not trusted.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { parseExternalAddress } from '@anlan/contract/domain/external-frame';
import { dataOf, send } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { actorOf, type Actor } from '../../testing/actors.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

const own = 'aq.example.gov.cn';
const app = await openTestApp({ env: { PUBLIC_URL: `https://${own}` } });
let tenant: TestTenant;
let admin: Actor;
let regulator: Actor;
let staff: Actor;
let platform: Actor;
let stranger: Actor;
beforeAll(async () => {
  tenant = await makeTenant(app);
  [admin, regulator, staff] = [
    await actorOf(app, tenant, 'admin'),
    await actorOf(app, tenant, 'regulator'),
    await actorOf(app, tenant, 'entstaff'),
  ];
  platform = await actorOf(app, tenant, 'platform');
  stranger = await actorOf(app, await makeTenant(app), 'admin');
  await app.sql("update brand set hosts = array['unit.example.gov.cn'] where id = $1", [tenant.id]);
});
afterAll(() => app.close());

const ask = ({ tokens }: Actor, path: string, query?: Record<string, string>) =>
  send(app, 'GET', path, { token: tokens.access_token, ...(query ? { query } : {}) });
const write = ({ tokens }: Actor, path: string, body: Record<string, unknown>) =>
  send(app, 'POST', path, { token: tokens.access_token, body });
const look = (actor: Actor, src: string) => ask(actor, '/upms/frame/address', { src });
const allow = (actor: Actor, host: string) => write(actor, '/upms/frame', { host, name: '地理信息' });
const messageOf = ({ json }: { json: unknown }) => (json as { msg: string }).msg;

interface Site {
  id: string;
  host: string;
}
const sites = async (actor: Actor) => dataOf<Site[]>(await ask(actor, '/upms/frame/list'));
// Joined at run time, so that the source holds no script URL.
const script = ['java', 'script'].join('');
const portal = 'https://portal.example.cn/work?kind=1';

describe('S41 an external page in a frame', () => {
  beforeAll(async () => {
    dataOf(await allow(admin, 'https://GIS.example.gov.cn:443/some/page'));
    dataOf(await allow(admin, '10.1.2.3:8080'));
    dataOf(await write(platform, '/upms/menu', { name: '统一门户', path: portal, userTypes: ['0'], sort: 900 }));
  });

  test('is shown when its host is listed or its URL is in the menu (RT-30, VA-13)', async () => {
    expect((await sites(admin)).map(({ host }) => host)).toEqual(['10.1.2.3:8080', 'gis.example.gov.cn']);
    for (const src of ['https://gis.example.gov.cn/map?at=1', 'http://gis.example.gov.cn/', 'http://10.1.2.3:8080/a'])
      expect(dataOf<{ address: string }>(await look(staff, src)).address, src).toBe(src);
    expect((await look(regulator, portal)).status).toBe(200);
    const [entry] = dataOf<{ path: string; component: null; name: string }[]>(
      await ask(regulator, '/upms/menu'),
    ).filter(({ name }) => name === '统一门户');
    expect(entry).toMatchObject({ path: portal, component: null });
    // Refuses the address to a user without that menu, another address on its host, and an address of another
    // tenant's list.
    expect((await look(staff, portal)).status).toBe(403);
    expect((await look(regulator, 'https://portal.example.cn/work?kind=2')).status).toBe(403);
    expect((await look(stranger, 'https://gis.example.gov.cn/map')).status).toBe(403);
  });

  test('is refused at thirty similar URLs (S41)', async () => {
    const refused = [
      `${script}:alert(1)`,
      `${script.toUpperCase()}:alert(1)`,
      'java\tscript:alert(1)',
      'data:text/html,<script>1</script>',
      'vbscript:x',
      'blob:https://gis.example.gov.cn/1',
      'file:///etc/passwd',
      'ftp://gis.example.gov.cn/',
      'about:blank',
      '//gis.example.gov.cn/',
      '/wel/index',
      'gis.example.gov.cn',
      '//evil.example',
      'https://evil.example/',
      'https:gis.example.gov.cn/',
      'https:/gis.example.gov.cn/',
      'https:///gis.example.gov.cn/',
      'https:\\\\gis.example.gov.cn\\',
      'https://gis.example.gov.cn\\@evil.example/',
      'https://gis.example.gov.cn@evil.example/',
      'https://user:pass@gis.example.gov.cn/',
      'https://@gis.example.gov.cn/',
      'https://gis.example.gov.cn.evil.example/',
      'https://evil.example/?gis.example.gov.cn',
      'https://evil.example#gis.example.gov.cn',
      'https://gis.example.gov.cn./',
      'https://gis.example.gov.cn:8443/',
      'https://gіs.example.gov.cn/',
      'https://gis%2eexample.gov.cn/',
      'https://gis.example.gov.cn/\tmap',
      ' https://gis.example.gov.cn/',
      'https://gis.example.gov.cn/ map',
      'http://0x0a.1.2.3:8080/',
      'http://167838211:8080/',
      `https://${own}/wel/index`,
      `http://${own}:99/`,
      'https://unit.example.gov.cn/',
    ];
    for (const src of refused) {
      const answer = await look(regulator, src);
      expect([400, 403], src).toContain(answer.status);
      expect(messageOf(answer), src).toMatch(/^这个地址不在菜单和本单位允许的外部网站中|格式|控制/);
    }
  });

  test('opens in a sandbox of our own document for a minute (S41, S43)', async () => {
    const { document } = dataOf<{ document: string }>(
      await look(staff, 'https://gis.example.gov.cn/a?b=1&c="'.slice(0, -1)),
    );
    const open = (path: string) =>
      send(app, 'GET', path, { headers: { accept: 'text/html', 'sec-fetch-dest': 'iframe' } });
    const shown = await open(document);
    expect(shown.status).toBe(200);
    const policy = String(shown.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(/frame-src ([^;]+)/.exec(policy)?.[1]?.split(' ')).toEqual([
      'https://gis.example.gov.cn',
      'https://10.1.2.3:8080',
      'http://10.1.2.3:8080',
      'http://gis.example.gov.cn',
    ]);
    expect(shown.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(shown.text).toContain('src="https://gis.example.gov.cn/a?b=1&#38;c="');
    const sandbox = /sandbox="([^"]*)"/.exec(shown.text)?.[1] ?? '';
    expect(sandbox).toContain('allow-scripts');
    expect(sandbox).not.toMatch(/top-navigation|escape|modals|pointer-lock/);
    expect(shown.text).not.toContain('<script');
    const changed = document.replace('gis.example', 'gas.example');
    expect((await open(changed)).status).toBe(404);
    expect((await open(document.replace(/user=[^&]+/, `user=${crypto.randomUUID()}`))).status).toBe(404);
    app.clock.pass(61);
    expect((await open(document)).status).toBe(404);
  });

  test('is listed only by a user with the permit (S41)', async () => {
    expect((await allow(regulator, 'a.example.cn')).status).toBe(403);
    expect((await allow(staff, 'a.example.cn')).status).toBe(403);
    for (const wrong of [
      '',
      'abc',
      'https://u@a.example.cn',
      'a b.cn',
      own,
      'unit.example.gov.cn',
      'gis.example.gov.cn',
    ])
      expect((await allow(admin, wrong)).status, wrong).toBe(400);
    const [site] = await sites(admin);
    expect(await sites(stranger)).toEqual([]);
    expect((await ask(stranger, `/upms/frame/del/${site?.id}`)).status).toBe(404);
    expect((await ask(admin, `/upms/frame/del/${site?.id}`)).status).toBe(200);
    expect((await look(staff, 'http://10.1.2.3:8080/a')).status).toBe(403);
    const calls = await app.sql<{ call: string }>(
      "select call from audit where tenant_id = $1 and call like 'tenant.frameHost%' and object_id is not null order by id",
      [tenant.id],
    );
    expect(calls.map(({ call }) => call)).toEqual([
      'tenant.frameHostAdd',
      'tenant.frameHostAdd',
      'tenant.frameHostRemove',
    ]);
  });

  test('is added to the menu only by the platform (S32, RT-30)', async () => {
    expect((await write(admin, '/upms/menu', { name: '外链', path: 'https://a.example.cn/' })).status).toBe(403);
    for (const path of [`${script}:alert(1)`, '//a.example.cn', 'https://u:p@a.example.cn/', `https://${own}/`])
      expect((await write(platform, '/upms/menu', { name: '外链', path })).status, path).toBe(400);
    const wrong = { name: '外链', path: 'https://a.example.cn/', component: 'enterprise/list' };
    expect((await write(platform, '/upms/menu', wrong)).status).toBe(400);
    const { id, version } = dataOf<{ id: string; version: number }>(
      await write(platform, '/upms/menu', { name: '外链', path: 'https://A.example.cn' }),
    );
    expect((await look(staff, 'https://a.example.cn/')).status).toBe(200);
    dataOf(await write(platform, '/upms/menu/update', { id, version, path: 'https://b.example.cn/x' }));
    expect((await look(staff, 'https://a.example.cn/')).status).toBe(403);
    expect((await look(staff, 'https://b.example.cn/x')).status).toBe(200);
  });
});

test('S41 lists an external page with the host that a browser reads from its URL', () => {
  const parts = fc.array(
    fc.constantFrom('a', '.', '@', ':', '/', '\\', '?', '#', '%2e', '\t', 'і', '[', '0x1', '443'),
    {
      maxLength: 14,
    },
  );
  fc.assert(
    fc.property(fc.constantFrom('http://', 'https://'), parts, (scheme, rest) => {
      const text = scheme + rest.join('');
      const url = parseExternalAddress(text);
      if (url === null) return;
      expect(url.username + url.password).toBe('');
      expect(text.slice(scheme.length).toLowerCase().startsWith(url.host)).toBe(true);
      expect(new URL(url.href).host).toBe(url.host);
    }),
    { numRuns: 2_000 },
  );
});
