// S07: attempts at SMS codes are counted by source network, so that an attacker cannot use up another user's attempts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cipher, clientOf, dataOf, send, trySignIn, type Answer } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { smsIndexOf } from '../../testing/phones.ts';
import { makeTenant, phoneOfKind, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let last = 0;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());
beforeEach(() => app.sql('delete from sign_in_attempt; delete from public_attempt; delete from sms_code'));

interface CodeCall {
  name: string;
  type: string;
  take: (phone: string, code: string, from: string) => Promise<Answer>;
}
const post = (path: string, body: object, from: string) =>
  send(app, 'POST', path, {
    body: { tenantId: tenant.id, ...body },
    headers: { authorization: clientOf(app) },
    from,
  });
const check = (phone: string, code: string, from = '127.0.0.1') =>
  send(app, 'POST', '/bus/api/sms/checkSmsCode', {
    query: { phone, type: '5', tenantId: tenant.id, code },
    headers: { authorization: clientOf(app) },
    from,
  });
const codeCalls: readonly CodeCall[] = [
  { name: 'checking', type: '5', take: check },
  {
    name: 'applying',
    type: '5',
    take: (phone, code, from) => post('/bus/enterprise/entApply/proof', { phone, code }, from),
  },
  {
    name: 'signing in',
    type: '1',
    take: (phone, code, from) =>
      send(app, 'POST', '/auth/phone/token/sms', {
        query: { phone, code, tenantId: tenant.id },
        headers: { authorization: clientOf(app) },
        from,
      }),
  },
  {
    name: 'registering',
    type: '2',
    take: (phone, code, from) => {
      const who = { username: `user${(last += 1)}`, entName: '临江货运有限公司', type: '1' };
      return post('/upms/user/register', { phone, code, ...who, password: cipher(app, '海上升明月 天涯共此时') }, from);
    },
  },
];

async function codeFor(phone: string, type: string): Promise<string> {
  const before = app.inbox.messages.length;
  expect((await send(app, 'POST', '/bus/sms/code', { query: { phone, type, tenantId: tenant.id } })).status).toBe(200);
  const mine = () => app.inbox.messages.slice(before).find((one) => one.phone === phone)?.params['code'];
  await expect.poll(mine, { timeout: 20_000 }).toMatch(/^\d{6}$/);
  return mine() ?? '';
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const isTaken = ({ status, json }: Answer) => status === 200 && (json as { data?: unknown }).data !== false;
const triesAt = async (phone: string) => {
  const index = smsIndexOf(app, phone);
  return (await app.sql<{ tries: number }>('select tries from sms_code where phone_index = $1', [index]))[0]?.tries;
};

describe('S07 an SMS code', () => {
  test.each(codeCalls)('stays valid after guesses from another network: $name', async ({ type, take }) => {
    const phone = type === '1' ? phoneOfKind(tenant.id, 'entadmin') : `1360002${String((last += 1)).padStart(4, '0')}`;
    const code = await codeFor(phone, type);
    // S01: other clients' attempts do not slow a user who signed in from this address before.
    await trySignIn(app, tenant.id, 'entadmin');
    // Six attempts from each of four networks. The server checks five of each network, so twenty in total.
    for (let at = 0; at < 24; at += 1)
      expect(isTaken(await take(phone, wrong(code), `10.9.${at % 4}.${at}`))).toBe(false);
    expect(await triesAt(phone)).toBe(20);
    expect(isTaken(await take(phone, code, '10.9.9.1'))).toBe(false);
    for (let tries = 0; tries < 4; tries += 1) expect(isTaken(await take(phone, wrong(code), '127.0.0.1'))).toBe(false);
    expect(isTaken(await take(phone, code, '127.0.0.1'))).toBe(true);
  });

  test('can be entered from another network after wrong guesses from a first network', async () => {
    const phone = '13600030001';
    const code = await codeFor(phone, '5');
    for (let tries = 0; tries < 6; tries += 1) expect(isTaken(await check(phone, wrong(code), '10.9.1.7'))).toBe(false);
    expect(await triesAt(phone)).toBe(5);
    expect(isTaken(await check(phone, code, '10.9.1.8'))).toBe(false);
    expect(isTaken(await check(phone, code, '10.9.2.8'))).toBe(true);
  });

  test('stays valid after requests without a client credential (S17)', async () => {
    const phone = '13600030002';
    const code = await codeFor(phone, '5');
    const query = { phone, type: '5', tenantId: tenant.id, code: wrong(code) };
    for (let tries = 0; tries < 5; tries += 1)
      expect((await send(app, 'POST', '/bus/api/sms/checkSmsCode', { query })).status).toBe(401);
    expect(await triesAt(phone)).toBe(0);
    expect(dataOf(await check(phone, code))).toBe(true);
  });
});

test('S78 logs a failed SMS sign-in with the account or a masked phone', async () => {
  const [existingPhone, unknown] = [phoneOfKind(tenant.id, 'shop'), '13600030003'];
  const [, , signIn] = codeCalls;
  for (const phone of [existingPhone, unknown])
    expect((await signIn?.take(phone, '123456', '127.0.0.1'))?.status).toBe(428);
  const names = await app.sql<{ user_name: string }>(
    `select user_name from audit where tenant_id = $1 and call = 'session.signIn' and outcome = 'failed'
     order by id desc limit 2`,
    [tenant.id],
  );
  expect(names.map((row) => row.user_name)).toEqual([`${unknown.slice(0, 3)}****${unknown.slice(7)}`, 'shop']);
  const counted = await app.sql<{ username: string }>('select username from sign_in_attempt');
  expect(counted.filter(({ username }) => [existingPhone, unknown, 'shop'].includes(username))).toEqual([]);
});
