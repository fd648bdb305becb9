// The personal socket (contracts §3, ST-10): who may subscribe, which frames arrive, and limits (S12, S14, S63, S64).
import { once } from 'node:events';
import { hostname, networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { limits } from '@anlan/contract/limits';
import { systemScope } from '#kernel/scope.ts';
import type { Publish } from '#modules/session/index.ts';
import { cipher, dataOf, listen, send, sendRaw, signIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';
import { closeCodes, frameOf, socketLimits } from './live/frames.ts';

const app = await openTestApp();
let tenant: TestTenant;
let port: number;
const open: WebSocket[] = [];
beforeAll(async () => {
  tenant = await makeTenant(app);
  port = await listen(app);
});
afterEach(() => open.splice(0).forEach((socket) => socket.terminate()));
afterAll(() => app.close());

interface Frame {
  type: string;
  data: { msg?: string; title?: string };
  id?: string;
}

function dial(
  uid: string,
  {
    query = '',
    origin = `http://127.0.0.1:${port}`,
    headers = {},
    on = port,
  }: { query?: string; origin?: string | null; headers?: Record<string, string>; on?: number } = {},
) {
  const socket = new WebSocket(`ws://127.0.0.1:${on}/bus/ws/auth/${uid}${query}`, {
    headers,
    ...(origin === null ? {} : { origin }),
  });
  open.push(socket);
  const heard: Frame[] = [];
  let code: number | undefined;
  let refused: number | undefined;
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  socket.on('close', (closeCode) => (code = closeCode));
  socket.on('unexpected-response', (_request, answer) => {
    refused = answer.statusCode;
    answer.resume();
  });
  socket.on('error', () => {});
  return {
    socket,
    types: () => heard.map(({ type }) => type),
    heard,
    code: () => code,
    refused: () => refused,
    say: (frame: object) => socket.send(JSON.stringify(frame)),
  };
}

async function listening(kind: Kind = 'regulator') {
  const tokens = await signIn(app, tenant, kind);
  const line = dial(tenant.people[kind]);
  await once(line.socket, 'open');
  line.say({ type: 'auth', token: tokens.access_token });
  await expect.poll(line.types).toEqual(['ready']);
  return { ...line, token: tokens.access_token };
}

describe('S63 the live channel', () => {
  test('sends changed rights to the browser within seconds', async () => {
    const line = await listening();
    await app.sql(`delete from user_role where tenant_id = $1 and user_id = $2`, [tenant.id, tenant.people.regulator]);
    await expect.poll(line.types, { timeout: 10_000 }).toEqual(['ready', 'user']);
    tenant = await makeTenant(app);
  });

  test('refuses a socket with a foreign or missing Origin header', async () => {
    const { admin } = tenant.people;
    for (const origin of ['https://evil.example', null, 'null']) {
      const line = dial(admin, { origin });
      await expect.poll(line.refused).toBe(403);
    }
    const nobody = dial('not-an-id');
    await expect.poll(nobody.refused).toBe(404);
    expect((await send(app, 'GET', `/bus/ws/auth/${admin}`)).status).toBe(404);
  });

  test('refuses a socket whose Origin is an unknown host, even if the Host header is equal', async () => {
    const { admin } = tenant.people;
    const [ownAddress = '127.0.0.1'] = Object.values(networkInterfaces()).flatMap((some) =>
      (some ?? []).flatMap(({ address, family, internal }) => (family === 'IPv4' && !internal ? address : [])),
    );
    const dialOutcome = async (host: string, on = port, by = admin, scheme = 'http') => {
      const line = dial(by, { origin: `${scheme}://${host}`, headers: { host }, on });
      await Promise.race([once(line.socket, 'open'), once(line.socket, 'unexpected-response')]);
      line.socket.terminate();
      return line.refused() ?? 'open';
    };
    const foreign = ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.evil.example'];
    for (const host of [...foreign, '203.0.113.9', `x.t${tenant.id}.example.com`, '[2001:db8::1]', 'anlan.example'])
      expect(await dialOutcome(host), host).toBe(403);
    const machine = ['localhost', '127.0.0.1', '127.8.9.1', '[::1]', ownAddress, hostname().toLowerCase()];
    for (const host of [...machine.map((name) => `${name}:${port}`), `t${tenant.id}.example.com`])
      expect(await dialOutcome(host), host).toBe('open');
    // The origin contains the port of the proxy. Only the host name is compared.
    expect(await dialOutcome(`t${tenant.id}.example.com:8443`, port, admin, 'https')).toBe('open');

    const named = await openTestApp({ env: { PUBLIC_URL: 'https://anlan.example' }, database: app.database });
    try {
      const at = await listen(named);
      expect(await dialOutcome('anlan.example', at, admin, 'https')).toBe('open');
      expect(await dialOutcome('evil.example', at, admin, 'https')).toBe(403);
      const passedOn = dial(admin, { origin: 'https://anlan.example', headers: { host: `127.0.0.1:${at}` }, on: at });
      await once(passedOn.socket, 'open');
    } finally {
      await named.close();
    }
  });

  test('answers a WebSocket upgrade with an invalid URL by 4xx and continues to serve', async () => {
    for (const target of ['//', '///', '//[', '//:99999/', '/\\', 'http://[', 'http://here:99999/', '/%', '*']) {
      const upgradeRequest = `GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\n`;
      const key = 'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
      expect(await sendRaw(port, `${upgradeRequest}${key}\r\n`), target).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status, target).toBe(200);
    }
  });

  test('sends nothing to a client with a wrong token or a used ticket', async () => {
    const { access_token: token } = await signIn(app, tenant, 'regulator');
    const other = dial(tenant.people.admin);
    await once(other.socket, 'open');
    other.say({ type: 'auth', token });
    await expect.poll(other.code).toBe(closeCodes.refused);
    const abroad = dial((await makeTenant(app)).people.regulator, { headers: { tenant_id: tenant.id } });
    await once(abroad.socket, 'open');
    abroad.say({ type: 'auth', token });
    await expect.poll(abroad.code).toBe(closeCodes.refused);
    const wrong = dial(tenant.people.regulator);
    await once(wrong.socket, 'open');
    wrong.say({ type: 'auth', token: 'x'.repeat(43) });
    await expect.poll(wrong.code).toBe(closeCodes.refused);
    const { ticket } = dataOf<{ ticket: string }>(
      await send(app, 'POST', '/auth/ticket', { token, body: { purpose: 'ws' } }),
    );
    const query = `?access_token=${ticket}`;
    const right = dial(tenant.people.regulator, { query });
    await expect.poll(right.types).toEqual(['ready']);
    const again = dial(tenant.people.regulator, { query });
    await expect.poll(again.code).toBe(closeCodes.refused);
    expect([...other.heard, ...abroad.heard, ...wrong.heard, ...again.heard]).toEqual([]);
  });
});

describe('ST-10 frames about the own session', () => {
  test('S12 send the reason at once when an administrator ends the session', async () => {
    const { access_token: token } = await signIn(app, tenant, 'admin');
    const kicked = await listening('entstaff');
    const { records } = dataOf<{ records: { id: string; username: string }[] }>(
      await send(app, 'GET', '/upms/token/page', { token, query: { size: 100 } }),
    );
    const mine = dataOf<{ records: { id: string; current: boolean }[] }>(
      await send(app, 'GET', '/auth/session/page', { token: kicked.token }),
    ).records.find(({ current }) => current);
    expect(records.some(({ id }) => id === mine?.id)).toBe(true);
    dataOf(await send(app, 'GET', `/upms/token/del/${mine?.id}`, { token }));
    await expect.poll(kicked.types).toEqual(['ready', 'auth']);
    expect(kicked.heard[1]?.data.msg).toBe('管理员已结束您的登录，请重新登录');
    await expect.poll(kicked.code).toBe(closeCodes.refused);
    const leaving = await listening('entadmin');
    dataOf(await send(app, 'GET', '/auth/token/logout', { token: leaving.token }));
    await expect.poll(leaving.code).toBe(closeCodes.renewed);
    expect(leaving.types()).toEqual(['ready']);
  });

  test('S12 report a session ended by SQL within two seconds', async () => {
    const line = await listening('shop');
    await app.sql(`update session set revoked_at = now(), revoked_reason = 'password changed' where user_id = $1`, [
      tenant.people.shop,
    ]);
    await expect.poll(line.types).toEqual(['ready', 'auth']);
    expect(line.heard[1]?.data.msg).toBe('密码已修改，请重新登录');
  });

  test('RP-04 send changed rights only to the user who has these rights', async () => {
    const { access_token: token } = await signIn(app, tenant, 'admin');
    const [holder, other] = [await listening('regulator'), await listening('entadmin')];
    const { records } = dataOf<{
      records: { id: string; roleCode: string; version: number; dsType: string; roleName: string }[];
    }>(await send(app, 'GET', '/upms/role/page', { token, query: { size: 100 } }));
    const role = records.find(({ roleCode }) => roleCode === 'ROLE_REGULATOR');
    const menuIds = dataOf<string[]>(
      await send(app, 'GET', '/upms/menu/treeByRoleId', { token, query: { roleId: role?.id } }),
    );
    dataOf(
      await send(app, 'POST', '/upms/role/menu', { token, body: { roleId: role?.id, menuIds: menuIds.slice(0, 3) } }),
    );
    await expect.poll(holder.types).toEqual(['ready', 'user']);
    expect(other.types()).toEqual(['ready']);
  });

  test('S14 stop when the screen is locked', async () => {
    const line = await listening('regulator');
    const { token } = line;
    dataOf(await send(app, 'POST', '/auth/session/lock', { token, body: { password: cipher(app, 'lock-word-1') } }));
    await expect.poll(line.code).toBe(closeCodes.locked);
    const later = dial(tenant.people.regulator);
    await once(later.socket, 'open');
    later.say({ type: 'auth', token });
    await expect.poll(later.code).toBe(closeCodes.locked);
    expect(later.heard).toEqual([]);
  });
});

describe('S64 limits of sockets', () => {
  test('close the first socket when a person opens the sixth', async () => {
    const first = await listening('nobody');
    for (let n = 0; n < socketLimits.perUser; n++) {
      const line = dial(tenant.people.nobody);
      await once(line.socket, 'open');
      line.say({ type: 'auth', token: first.token });
      await expect.poll(line.types).toEqual(['ready']);
    }
    await expect.poll(first.code).toBe(closeCodes.surplus);
    const busy = await listening('nobody');
    // More frames than the rate allows even on a slow machine.
    for (let n = 0; n <= socketLimits.framesBurst + 400; n++) busy.say({ type: 'ping' });
    await expect.poll(busy.code).toBe(closeCodes.tooFast);
    const long = await listening('nobody');
    long.socket.send('x'.repeat(socketLimits.frameBytes + 1));
    await expect.poll(long.code).toBe(1009);
    for (const text of ['', '[]', '{"type":"admin"}', '{"type":"auth","token":{}}', '{"__proto__":{"type":"ping"}}'])
      expect(frameOf(text)).toBeNull();
  });
});

const tell = (to: Parameters<Publish>[1], frame: Parameters<Publish>[2], at = tenant.id) =>
  app.db.scoped(systemScope('test', at), (tx) => app.tell(tx, to, frame));

describe('ST-10 frames of modules', () => {
  // Uses a new tenant, because an earlier test removed rights in the old one.
  beforeAll(async () => {
    tenant = await makeTenant(app);
  });
  test('S63 reach only their recipients, after the commit', async () => {
    const elsewhere = await makeTenant(app);
    const [regulator, staff] = [await listening('demo'), await listening('entstaff')];
    const tokens = await signIn(app, elsewhere, 'regulator');
    const stranger = dial(elsewhere.people.regulator);
    await once(stranger.socket, 'open');
    stranger.say({ type: 'auth', token: tokens.access_token });
    await expect.poll(stranger.types).toEqual(['ready']);

    await tell({ userIds: [tenant.people.demo] }, { type: '6', data: { title: '给一个人' } });
    await tell({ kinds: ['regulator'], permit: 'bus:enterprise:audit' }, { type: '7' });
    await tell({ kinds: ['enterprise'], enterpriseId: tenant.enterpriseIds[0] ?? '' }, { type: '8' });
    await tell({ kinds: ['enterprise'], enterpriseId: tenant.enterpriseIds[1] ?? '' }, { type: '8' });
    await tell({}, { type: 'AllShifts' });
    await expect(
      app.db.scoped(systemScope('test', tenant.id), async (tx) => {
        await app.tell(tx, {}, { type: '6' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await tell({}, { type: 'statistics' });
    await tell({}, { type: 'statistics' }, elsewhere.id);
    await expect.poll(regulator.types).toEqual(['ready', '6', '7', 'AllShifts', 'statistics']);
    await expect.poll(staff.types).toEqual(['ready', '8', 'AllShifts', 'statistics']);
    await expect.poll(stranger.types).toEqual(['ready', 'statistics']);
    expect(regulator.heard[1]?.data).toEqual({ title: '给一个人' });
  });

  test('are sent once for many changes in one transaction', async () => {
    const line = await listening('demo');
    await app.db.scoped(systemScope('test', tenant.id), async (tx) => {
      for (let n = 0; n < 50; n++) await app.tell(tx, { kinds: ['regulator'] }, { type: 'pcRedDot' });
      await app.tell(tx, { kinds: ['regulator'] }, { type: 'statistics' });
    });
    await expect.poll(line.types).toContain('statistics');
    expect(line.types()).toEqual(['ready', 'pcRedDot', 'statistics']);
  });

  test('S63 stop when the permit is revoked during the connection', async () => {
    const { access_token: token } = await signIn(app, tenant, 'admin');
    const line = await listening('demo');
    await tell({ permit: 'bus:enterprise:audit' }, { type: '7' });
    await expect.poll(line.types).toEqual(['ready', '7']);
    const { records } = dataOf<{ records: { id: string; roleCode: string }[] }>(
      await send(app, 'GET', '/upms/role/page', { token, query: { size: 100 } }),
    );
    const roleId = records.find(({ roleCode }) => roleCode === 'ROLE_REGULATOR')?.id;
    dataOf(await send(app, 'POST', '/upms/role/menu', { token, body: { roleId, menuIds: [] } }));
    await expect.poll(line.types).toEqual(['ready', '7', 'user']);
    await tell({ permit: 'bus:enterprise:audit' }, { type: '7' });
    await tell({}, { type: 'AllShifts' });
    await expect.poll(line.types).toEqual(['ready', '7', 'user', 'AllShifts']);
  });
});

test('S13 report half an hour without activity only in a protected tenant', async () => {
  const other = await listening('demo');
  const shielded = await makeTenant(app);
  const { access_token } = await signIn(app, shielded, 'regulator');
  await app.sql('update tenant set mlps3 = true where tenant_id = $1', [shielded.id]);
  const line = dial(shielded.people.regulator);
  await once(line.socket, 'open');
  line.say({ type: 'auth', token: access_token });
  await expect.poll(line.types).toEqual(['ready']);
  const left = new Date(app.clock.now().getTime() - (limits.session.protectedIdleSeconds + 1) * 1000);
  for (const userId of [tenant.people.demo, shielded.people.regulator])
    await app.sql('update session set last_seen_at = $2 where user_id = $1', [userId, left]);
  await expect.poll(line.types).toEqual(['ready', 'auth']);
  expect(line.heard[1]?.data.msg).toBe('长时间没有操作，请重新登录');
  expect(other.types()).toEqual(['ready']);
});

describe('S64 the live channel for harmful clients', () => {
  test('never assembles a message in countless fragments', async () => {
    for (const piece of ['x', '']) {
      const line = await listening('entstaff');
      for (let n = 0; n < 17_000; n++) line.socket.send(piece, { fin: false });
      await expect.poll(line.code).toSatisfy((code) => code === 1008 || code === 1009);
      expect(line.types()).toEqual(['ready']);
    }
  });

  test('closes the socket of a client that never reads, without a delay for other clients', async () => {
    const [slow, other] = [await listening('demo'), await listening('entstaff')];
    slow.socket.pause();
    for (let n = 0; n < 60; n++)
      await tell({ userIds: [tenant.people.demo] }, { type: '6', data: { text: 'x'.repeat(400_000) } });
    await tell({ userIds: [tenant.people.entstaff] }, { type: '7' });
    await expect.poll(other.types).toEqual(['ready', '7']);
    slow.socket.resume();
    await expect.poll(slow.code).toBe(closeCodes.tooSlow);
    expect(slow.heard.length).toBeLessThan(60);
  });
});

describe('S63 missed frames', () => {
  test('arrive once after a reconnect within five minutes', async () => {
    const line = await listening('shop');
    await expect.poll(() => line.heard[0]?.id).toBeDefined();
    const lastId = line.heard[0]?.id;
    await tell({ kinds: ['shop'] }, { type: '6', data: { title: '太早' } });
    line.socket.terminate();
    app.clock.pass(301);
    await tell({ kinds: ['shop'] }, { type: '6', data: { title: '错过' } });
    await tell({ userIds: [tenant.people.admin] }, { type: '6', data: { title: '别人的' } });
    await tell({ kinds: ['shop'] }, { type: 'pcRedDot' });
    await tell({ kinds: ['shop'] }, { type: 'pcRedDot' });
    const back = dial(tenant.people.shop);
    await once(back.socket, 'open');
    back.say({ type: 'auth', token: line.token, lastId });
    await expect.poll(back.types).toEqual(['ready', '6', 'pcRedDot']);
    expect(back.heard[1]?.data).toEqual({ title: '错过' });
    // An invalid last id has no effect, and a locked session receives no frames.
    for (const wrong of ['x', '00000000-0000-0000-0000-00000000000g'])
      expect(frameOf(JSON.stringify({ type: 'auth', token: line.token, lastId: wrong }))).toBeNull();
    dataOf(
      await send(app, 'POST', '/auth/session/lock', {
        token: line.token,
        body: { password: cipher(app, 'lock-word-1') },
      }),
    );
    await expect.poll(back.code).toBe(closeCodes.locked);
    const locked = dial(tenant.people.shop);
    await once(locked.socket, 'open');
    locked.say({ type: 'auth', token: line.token, lastId });
    await expect.poll(locked.code).toBe(closeCodes.locked);
    expect(locked.heard).toEqual([]);
  });

  test('include the notice 您的账号在新设备登录 after another sign-in', async () => {
    const line = await listening('entadmin');
    await signIn(app, tenant, 'entadmin');
    await expect.poll(line.types).toEqual(['ready', 'login']);
    expect(line.heard[1]?.data.title).toBe('您的账号在新设备登录');
  });
});
