// S67: cuts slow senders and readers, limits headers and connections, and delays unauthenticated clients during
// overload. The tests use shorter times.
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { systemScope } from '#kernel/scope.ts';
import { listen, send, sendRaw, signIn } from '../../testing/client.ts';
import { openProxiedApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/tenants.ts';
import { patience } from './connection-limits.ts';

const app = await openProxiedApp({
  patience: {
    headersMs: 400,
    requestMs: 600,
    uploadMs: 5_000,
    idleMs: 1_500,
    watchMs: 800,
    checkMs: 50,
    connections: 40,
    lagMs: 500,
  },
  env: { RATE_LIMIT: 'on' },
});
let port: number;
let token: string;
let tenantId: string;
const open: Socket[] = [];
beforeAll(async () => {
  const tenant = await makeTenant(app);
  tenantId = tenant.id;
  token = (await signIn(app, tenant, 'regulator')).access_token;
  port = await listen(app);
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await app.close();
});

async function dial(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  open.push(socket);
  await once(socket, 'connect');
  return socket;
}
async function lifecycleOf(socket: Socket): Promise<number> {
  const since = performance.now();
  socket.resume();
  // `once` of events would throw when the peer resets the connection.
  if (!socket.closed) await new Promise<void>((done) => socket.once('close', () => done()));
  return performance.now() - since;
}
const bearer = () => `host: localhost\r\nauthorization: Bearer ${token}\r\n`;

test('S67 sets the documented connection limits', () => {
  expect(patience).toMatchObject({
    headersMs: 15_000,
    requestMs: 60_000,
    uploadMs: 600_000,
    idleMs: 65_000,
    leastBytes: 8_192,
    connections: 2_000,
    lagMs: 1_000,
  });
  expect(app.app.server.keepAliveTimeout).toBe(1_500);
  expect(app.app.server.maxRequestsPerSocket).toBe(1_000);
});

describe('S67 the server under slow connections', () => {
  test('cuts a connection with endless headers', async () => {
    const socket = await dial();
    socket.write('GET /code?randomStr=x HTTP/1.1\r\nhost: localhost\r\n');
    const drip = setInterval(() => socket.write('x-a: 1\r\n'), 50);
    const lifecycle = await lifecycleOf(socket);
    clearInterval(drip);
    expect(lifecycle).toBeGreaterThan(200);
    expect(lifecycle).toBeLessThan(8_000);
  });

  test('cuts a slow body without an error in the log', async () => {
    const before = app.log.length;
    const socket = await dial();
    socket.write(
      `POST /bus/enterprise HTTP/1.1\r\n${bearer()}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    );
    const drip = setInterval(() => socket.write(' '), 50);
    const lifecycle = await lifecycleOf(socket);
    clearInterval(drip);
    expect(lifecycle).toBeGreaterThan(400);
    expect(lifecycle).toBeLessThan(8_000);
    expect(app.log.slice(before).filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test('cuts a slow body after an early answer too', async () => {
    const socket = await dial();
    socket.write(
      'POST /bus/enterprise HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    );
    const [responseBytes] = await once(socket, 'data');
    expect(String(responseBytes)).toMatch(/^HTTP\/1.1 401/);
    const drip = setInterval(() => socket.write(' '), 50);
    const lifecycle = await lifecycleOf(socket);
    clearInterval(drip);
    expect(lifecycle).toBeLessThan(4_000);
  });

  test('closes a connection on which a client sends only empty lines', async () => {
    const ask = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const live = new WebSocket(`ws://127.0.0.1:${port}/bus/ws/auth/${crypto.randomUUID()}`, {
      origin: `http://127.0.0.1:${port}`,
    });
    await once(live, 'open');
    const [idle, busy] = await Promise.all([dial(), dial()]);
    for (const socket of [idle, busy]) socket.write(ask);
    const lives = { idle: lifecycleOf(idle), busy: lifecycleOf(busy) };
    const drip = setInterval(() => idle.write('\r\n'), 50);
    const asking = setInterval(() => busy.write(ask), 200);
    const lifecycle = await lives.idle;
    clearInterval(drip);
    expect(lifecycle).toBeGreaterThan(1_000);
    expect(lifecycle).toBeLessThan(8_000);
    expect([busy.closed, live.readyState]).toEqual([false, WebSocket.OPEN]);
    live.terminate();
    clearInterval(asking);
    expect(await lives.busy).toBeGreaterThan(lifecycle + 500);
  });

  test('cuts an upload under 8 KB/s early', async () => {
    const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    const start = `POST /upms/file/upload HTTP/1.1\r\n${bearer()}content-type: multipart/form-data; boundary=b\r\ncontent-length: 500000\r\n\r\n${head}`;
    const slow = await dial();
    slow.write(start);
    const drip = setInterval(() => slow.write('x'), 50);
    const lifecycle = await lifecycleOf(slow);
    clearInterval(drip);
    expect(lifecycle).toBeGreaterThan(600);
    expect(lifecycle).toBeLessThan(4_500);

    const quick = await dial();
    quick.write(start);
    let lost = false;
    quick.once('close', () => (lost = true));
    quick.resume();
    const since = performance.now();
    for (let sent = 0, passed = 0; passed < 1_600 && !lost; passed = performance.now() - since) {
      // A constant rate per second, also when a busy machine writes late.
      const due = 20_000 + Math.floor(passed * 40) - sent;
      quick.write(Buffer.alloc(due, 120));
      sent += due;
      await new Promise((done) => setTimeout(done, 50));
    }
    expect(lost).toBe(false);
    quick.destroy();
  });

  test('cuts the connection of a client that does not read its answer', async () => {
    const socket = await dial();
    socket.pause();
    // Sends more than the kernel buffers of both ends can hold.
    const one = `GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    socket.write(one.repeat(100));
    const since = performance.now();
    await expect.poll(() => app.load.cut(), { timeout: 10_000 }).toBeGreaterThan(2);
    expect(performance.now() - since).toBeLessThan(10_000);
    socket.destroy();
  });

  test('serves a signed-in user at once during slow connections', async () => {
    app.clock.pass(60);
    const slow = await Promise.all(Array.from({ length: 30 }, dial));
    for (const socket of slow)
      socket.write('POST /auth/pwd/token HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{');
    const since = performance.now();
    expect((await send(app, 'GET', '/bus/enterprise/page', { token })).status).toBe(200);
    expect(performance.now() - since).toBeLessThan(5_000);
    for (const socket of slow) socket.destroy();
    await expect.poll(() => app.load.strangers()).toBe(0);
  });
});

describe('S67 the server under many connections', () => {
  test('refuses more than a hundred headers, or more than 16 KB of headers', async () => {
    const headers = (count: number, size = 1) =>
      Array.from({ length: count }, (_, index) => `x-h${index}: ${'v'.repeat(size)}\r\n`).join('');
    const status = async (more: string) =>
      (await sendRaw(port, `GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${more}\r\n`)).slice(
        9,
        12,
      );
    expect(await status(headers(90))).toBe('200');
    expect(await status(headers(99))).toBe('400');
    expect(await status(headers(90, 200))).toBe('431');
  });

  test('limits anonymous connections per IP address', async () => {
    await expect.poll(() => app.load.strangers()).toBe(0);
    const signedIn = await dial();
    signedIn.write(`GET /upms/user/info HTTP/1.1\r\n${bearer()}\r\n`);
    await once(signedIn, 'data');
    await expect.poll(() => app.load.strangers()).toBe(0);
    const many = await Promise.all(Array.from({ length: 40 }, dial));
    await expect.poll(() => app.load.strangers()).toBe(40);
    const surplus = connect({ host: '127.0.0.1', port });
    surplus.on('error', () => {});
    expect(await lifecycleOf(surplus)).toBeLessThan(5_000);
    for (const socket of [...many, signedIn]) socket.destroy();
    await expect.poll(() => app.load.strangers()).toBe(0);
  });

  test('shares one database connection between endless readiness checks', async () => {
    const before = app.way.came;
    const answers = await Promise.all(Array.from({ length: 300 }, () => send(app, 'GET', '/readyz')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // The connection pool may open its own connection at the same time.
    expect(app.way.came - before).toBeLessThan(10);
  });

  test('answers anonymous users 503 while the event loop is overloaded', async () => {
    app.clock.pass(60);
    for (let stall = 0; stall < 2; stall++) {
      const end = performance.now() + 1_000;
      while (performance.now() < end);
      await new Promise((done) => setTimeout(done, 1));
    }
    const stranger = await send(app, 'GET', '/config.json');
    expect([stranger.status, stranger.headers['retry-after']]).toEqual([503, '1']);
    expect((await send(app, 'GET', '/healthz')).status).toBe(200);
    const ask = async (bearer: string) => (await send(app, 'GET', '/bus/enterprise/page', { token: bearer })).status;
    expect([await ask(token), await ask('made-up'.repeat(5))]).toEqual([200, 503]);
    // The event clears the cache, so the server must look up the valid token again.
    app.bus.publish(systemScope('test', tenantId), 'standing', {});
    expect(await ask(token)).toBe(200);
    await expect.poll(async () => (await send(app, 'GET', '/config.json')).status, { timeout: 5_000 }).toBe(200);
  });
});
