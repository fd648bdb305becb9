// S68: a client that exceeds its limits must not slow other clients, in its own tenant or elsewhere.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { createIssued } from '#modules/session/issued-tokens/service.ts';
import { dataOf, send, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';
import { createHttpScope } from './guard.ts';
import { allowances, createRates } from './rate-limits.ts';

const clock = { now: () => new Date('2026-11-22T00:00:00Z') };

test('S68 delays the refusals of one counter one after the other', async () => {
  const rates = createRates(clock, true);
  const { burst } = allowances.session;
  for (let at = 0; at < burst; at += 1) await rates.take('session', 'loud');
  const began = performance.now();
  const refusals: { at: number; ms: number }[] = [];
  const press = async (at: number) => {
    await expect(rates.take('session', 'loud')).rejects.toMatchObject({ code: 'tooMany' });
    refusals.push({ at, ms: performance.now() - began });
  };
  await Promise.all(Array.from({ length: 10 }, (_, at) => press(at)));
  expect(refusals.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // The tenth refusal is delayed by ten steps. A timer may fire one millisecond early, hence the 2.
  expect(refusals.at(-1)?.ms).toBeGreaterThanOrEqual(10 * 20 - 2);
  await rates.take('session', 'quiet');
});

describe('S68 a tenant', () => {
  let app: TestApp;
  let tenant: TestTenant;
  beforeAll(async () => {
    app = await openTestApp({ env: { RATE_LIMIT: 'on' } });
  });
  afterAll(() => app.close());

  const tokenOf = async (kind: Kind, of = tenant) => (await signIn(app, of, kind)).access_token;
  // The body is invalid, so an admitted call ends at once and costs no time.
  const call = (token: string) => send(app, 'POST', '/bus/enterprise', { token, body: {} });
  async function letIn(token: string, calls: number): Promise<number> {
    const statuses = (await Promise.all(Array.from({ length: calls }, () => call(token)))).map(({ status }) => status);
    const admitted = statuses.filter((status) => status !== 429);
    expect(admitted.filter((status) => status !== 400 && status !== 403)).toEqual([]);
    return admitted.length;
  }

  test('is limited to five hundred calls a second with a burst of a thousand', async () => {
    expect(allowances.tenant).toEqual({ perSecond: 500, burst: 1_000 });
    tenant = await makeTenant(app);
    const neighbour = await tokenOf('regulator', await makeTenant(app));
    const kinds: Kind[] = ['admin', 'regulator', 'security'];
    const tokens: string[] = [];
    for (let at = 0; at < 11; at += 1) tokens.push(await tokenOf(kinds[at % kinds.length] ?? 'admin'));
    let all = 0;
    for (const token of tokens) all += await letIn(token, 100);
    expect(all).toBe(1_000);
    // The eleventh session has not used its own limit, but the tenant's limit is used up.
    const last = await call(tokens.at(-1) ?? '');
    expect([last.status, last.headers['retry-after']]).toEqual([429, '1']);
    expect(await letIn(neighbour, 20)).toBe(20);
    app.clock.pass(1);
    all = 0;
    for (const token of tokens) all += await letIn(token, 50);
    expect(all).toBe(500);
  }, 120_000);

  test('is still served while one of its sessions floods the server', async () => {
    tenant = await makeTenant(app);
    const [loud, quiet] = [await tokenOf('regulator'), await tokenOf('admin')];
    expect(await letIn(loud, 1_200)).toBe(100);
    expect(await letIn(quiet, 100)).toBe(100);
  }, 120_000);
});

describe('S68 unknown tokens', () => {
  let app: TestApp;
  let tenant: TestTenant;
  beforeAll(async () => {
    app = await openTestApp({ env: { RATE_LIMIT: 'on' } });
    tenant = await makeTenant(app);
  });
  afterAll(() => app.close());

  const madeUp = () => crypto.randomUUID().repeat(2);
  const ask = async (token: string, from: string) =>
    (await send(app, 'GET', '/upms/user/info', { token, from })).status;
  const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

  test('are limited per IP address, without refusing valid tokens from that address', async () => {
    const [here, there] = ['203.0.113.9', '203.0.113.10'];
    const [person, gone] = [await signIn(app, tenant, 'regulator'), await signIn(app, tenant, 'admin')];
    dataOf(await send(app, 'GET', '/auth/token/logout', { token: gone.access_token }));
    expect(await ask(person.access_token, here)).toBe(200);
    const statuses = await Promise.all(Array.from({ length: 80 }, () => ask(madeUp(), here)));
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([60, 20]);
    // The token is read once from the cache and once from the database.
    expect(await ask(person.access_token, here)).toBe(200);
    app.bus.publish(systemScope('test', tenant.id), 'standing', { userId: person.user_id });
    expect(await ask(person.access_token, here)).toBe(200);
    expect(await ask(gone.access_token, here)).toBe(401);
    expect(await ask(madeUp(), there)).toBe(401);
  });

  test('are limited per IP address also in download URLs', async () => {
    const from = '203.0.113.11';
    const fetched = async (ticket: string) =>
      (await send(app, 'GET', `/bus/enterprise/export?access_token=${ticket}`, { from })).status;
    const statuses = await Promise.all(Array.from({ length: 70 }, () => fetched(madeUp())));
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([60, 10]);
    const { access_token: token } = await signIn(app, tenant, 'regulator');
    const body = { purpose: 'file', target: '/bus/enterprise/export' };
    const { ticket } = dataOf<{ ticket: string }>(await send(app, 'POST', '/auth/ticket', { token, body }));
    expect(await fetched(ticket)).toBe(200);
  });

  test('do not limit other users of the IP address when one ended token is repeated', async () => {
    const { access_token: token } = await signIn(app, tenant, 'shop');
    dataOf(await send(app, 'GET', '/auth/token/logout', { token }));
    const from = '203.0.113.12';
    const statuses = await Promise.all(Array.from({ length: 120 }, () => ask(token, from)));
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([100, 20]);
    expect(await ask(madeUp(), from)).toBe(401);
  });

  test('use one database connection, for any number of lookups', async () => {
    const isGiven = createIssued(app);
    const all = Array.from({ length: 2_500 }, () => isGiven(createHttpScope('test'), madeUp()));
    expect(app.db.connections().waiting).toBe(0);
    expect(new Set(await Promise.all(all))).toEqual(new Set([false]));
  });
});
