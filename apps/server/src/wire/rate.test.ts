// S68: whoever presses on past the limits costs the others little, in their own tenant and beside it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, signIn } from '../../testing/client.ts';
import { openTestHouse, type TestHouse } from '../../testing/house.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';
import { allowances, createRates } from './rate.ts';

const clock = { now: () => new Date('2026-11-22T00:00:00Z') };

test('S68 refusals wait for those before them, each counter by itself', async () => {
  const rates = createRates(clock, true);
  const { burst } = allowances.session;
  for (let at = 0; at < burst; at += 1) await rates.take('session', 'loud');
  const began = performance.now();
  const told: { at: number; ms: number }[] = [];
  const press = async (at: number) => {
    await expect(rates.take('session', 'loud')).rejects.toMatchObject({ code: 'tooMany' });
    told.push({ at, ms: performance.now() - began });
  };
  await Promise.all(Array.from({ length: 10 }, (_, at) => press(at)));
  expect(told.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // The tenth waits for ten steps; a timer is never early by more than its own millisecond.
  expect(told.at(-1)?.ms).toBeGreaterThanOrEqual(10 * 20 - 2);
  await rates.take('session', 'quiet');
});

describe('S68 a tenant', () => {
  let house: TestHouse;
  let tenant: TestTenant;
  beforeAll(async () => {
    house = await openTestHouse({ env: { RATE_LIMIT: 'on' } });
  });
  afterAll(() => house.close());

  const tokenOf = async (kind: Kind, of = tenant) => (await signIn(house, of, kind)).access_token;
  // Refused by what it says, as soon as it is let in: a thousand of them take no time.
  const call = (token: string) => send(house, 'POST', '/bus/enterprise', { token, body: {} });
  /** How many of so many calls of a session, all under way at once, were let in. */
  async function letIn(token: string, calls: number): Promise<number> {
    const statuses = (await Promise.all(Array.from({ length: calls }, () => call(token)))).map(({ status }) => status);
    const told = statuses.filter((status) => status !== 429);
    expect(told.filter((status) => status !== 400 && status !== 403)).toEqual([]);
    return told.length;
  }

  test('is let in five hundred times a second over all its sessions, a thousand at once, and another as ever', async () => {
    expect(allowances.tenant).toEqual({ perSecond: 500, burst: 1_000 });
    tenant = await makeTenant(house);
    const neighbour = await tokenOf('regulator', await makeTenant(house));
    const kinds: Kind[] = ['admin', 'regulator', 'security'];
    const tokens: string[] = [];
    for (let at = 0; at < 11; at += 1) tokens.push(await tokenOf(kinds[at % kinds.length] ?? 'admin'));
    let all = 0;
    for (const token of tokens) all += await letIn(token, 100);
    expect(all).toBe(1_000);
    // The eleventh has used up nothing of its own.
    const last = await call(tokens.at(-1) ?? '');
    expect([last.status, last.headers['retry-after']]).toEqual([429, '1']);
    expect(await letIn(neighbour, 20)).toBe(20);
    house.clock.pass(1);
    all = 0;
    for (const token of tokens) all += await letIn(token, 50);
    expect(all).toBe(500);
  }, 120_000);

  test('loses nothing to one session of its own that presses on', async () => {
    tenant = await makeTenant(house);
    const [loud, quiet] = [await tokenOf('regulator'), await tokenOf('admin')];
    expect(await letIn(loud, 1_200)).toBe(100);
    expect(await letIn(quiet, 100)).toBe(100);
  }, 120_000);
});
