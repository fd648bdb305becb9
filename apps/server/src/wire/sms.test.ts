import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errors } from '@anlan/contract/errors';
import { releaseOutgoing } from '#platform/backup/held.ts';
import { withConnection } from '#platform/db/connection.ts';
import { dataOf, send } from '../../testing/client.ts';
import { openTestHouse, type TestHouse } from '../../testing/house.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let house: TestHouse;
let tenant: TestTenant;
let other: TestTenant;
let lastPhone = 0;
let phone = '';

beforeAll(async () => {
  house = await openTestHouse();
  tenant = await makeTenant(house);
  other = await makeTenant(house);
});
afterAll(() => house.close());
beforeEach(() => {
  lastPhone += 1;
  phone = `1360001${String(lastPhone).padStart(4, '0')}`;
});

const ask = (more: Record<string, unknown> = {}, path = '/bus/sms/code') =>
  send(house, 'POST', path, { query: { phone, type: '5', tenantId: tenant.id, ...more } });
const check = (code: string, more: Record<string, unknown> = {}) =>
  send(house, 'POST', '/bus/api/sms/checkSmsCode', { query: { phone, type: '5', tenantId: tenant.id, code, ...more } });
const arrived = async (to = phone) => {
  await expect.poll(() => house.inbox.newest(to)?.params['code']).toMatch(/^\d{6}$/);
  return house.inbox.newest(to)?.params['code'] ?? '';
};
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a code by SMS', () => {
  test('arrives by the template of its purpose and passes once (S07)', async () => {
    expect(dataOf(await ask())).toBeNull();
    const code = await arrived();
    expect(house.inbox.newest(phone)?.template).toBe('codeApply');
    expect(dataOf(await check(code))).toBe(true);
    expect(dataOf(await check(code))).toBe(false);
  });

  test('is stored as a hash, and the sent message keeps no parameters (S07)', async () => {
    await ask();
    const code = await arrived();
    await expect
      .poll(() => house.sql(`select state, params from sms_message where phone = $1`, [phone]))
      .toEqual([{ state: 'sent', params: null }]);
    const [row] = await house.sql<{ code_hash: string }>('select code_hash from sms_code where phone = $1', [phone]);
    expect(row?.code_hash).not.toContain(code);
  });

  test('does not pass for another tenant, purpose or phone (S07)', async () => {
    await ask();
    const code = await arrived();
    expect(dataOf(await check(code, { tenantId: other.id }))).toBe(false);
    expect(dataOf(await check(code, { type: '4' }))).toBe(false);
    expect(dataOf(await check(code, { phone: '13700000000' }))).toBe(false);
    expect(dataOf(await check(code))).toBe(true);
  });

  test('takes the tenant from the header where the query names none', async () => {
    await ask();
    const code = await arrived();
    const answer = await send(house, 'POST', '/bus/api/sms/checkSmsCode', {
      query: { phone, type: '5', code },
      headers: { 'tenant-id': tenant.id },
    });
    expect(dataOf(answer)).toBe(true);
  });

  test('is void after five minutes, and after a newer one (S07)', async () => {
    await ask();
    const first = await arrived();
    house.clock.pass(61);
    await ask();
    await expect.poll(() => house.inbox.messages.filter((one) => one.phone === phone).length).toBe(2);
    const second = await arrived();
    if (first !== second) expect(dataOf(await check(first))).toBe(false);
    house.clock.pass(300);
    expect(dataOf(await check(second))).toBe(false);
  });

  test('is compared with five guesses of fifty at once, and is lost then (S07, G6)', async () => {
    await ask();
    const code = await arrived();
    const guesses = Array.from({ length: 50 }, () => check(wrong(code)));
    const answers = await Promise.all(guesses);
    expect(answers.every((answer) => dataOf(answer) === false)).toBe(true);
    const [row] = await house.sql<{ tries: number }>('select tries from sms_code where phone = $1', [phone]);
    expect(row?.tries).toBe(5);
    expect(dataOf(await check(code))).toBe(false);
  });

  test('that is right passes one of fifty at once (S07, G6)', async () => {
    await ask();
    const code = await arrived();
    const answers = await Promise.all(Array.from({ length: 50 }, () => check(code)));
    expect(answers.filter((answer) => dataOf(answer) === true)).toHaveLength(1);
  });

  test.each([
    ['an object', { a: 1 }],
    ['a list', ['1', '2']],
  ])('refuses %s for a text (S07)', async (_, code) => {
    const answer = await send(house, 'POST', '/bus/api/sms/checkSmsCode', {
      query: { phone, type: '5', tenantId: tenant.id, code },
    });
    if (Array.isArray(code)) expect(answer.status).toBe(400);
    else expect(dataOf(answer)).toBe(false);
  });

  test('answers alike for a phone that nobody has, and sends nothing to it', async () => {
    const known = await send(house, 'POST', '/bus/sms/code', {
      query: { phone: `139${tenant.id.padStart(6, '0')}11`, type: '1', tenantId: tenant.id },
    });
    const unknown = await ask({ type: '1' });
    expect(unknown.text).toBe(known.text);
    await arrived(`139${tenant.id.padStart(6, '0')}11`);
    expect(house.inbox.newest(phone)).toBeUndefined();
  });

  test('is sent again when the provider fails, and only once (outbox)', async () => {
    house.inbox.fail({ kind: 'later', reason: '超时' });
    await ask();
    await expect.poll(() => house.inbox.newest(phone), { timeout: 15_000 }).toBeDefined();
    expect(house.inbox.messages.filter((one) => one.phone === phone)).toHaveLength(1);
  });

  test('waits after a restore until what goes out is released, and no try is lost by it (S84)', async () => {
    await house.sql(`insert into hold (name, note) values ('outgoing', 'restored')`);
    try {
      await ask();
      const waiting = `select isfinite(start_after) as soon, retry_count as tries from pgboss.job
        where name = 'sms' and state = 'retry'`;
      await expect.poll(() => house.sql(waiting), { timeout: 15_000 }).toEqual([{ soon: false, tries: 0 }]);
      expect(house.inbox.newest(phone)).toBeUndefined();
      expect(await house.sql('select state from sms_message where phone = $1', [phone])).toEqual([{ state: 'queued' }]);
    } finally {
      await withConnection(house.database.superuserUrl(), releaseOutgoing);
    }
    await expect.poll(() => house.inbox.newest(phone), { timeout: 15_000 }).toBeDefined();
    expect(house.inbox.messages.filter((one) => one.phone === phone)).toHaveLength(1);
  });

  test('that the provider refuses is listed as failed with its reason', async () => {
    house.inbox.fail({ kind: 'refused', reason: 'isv.MOBILE_NUMBER_ILLEGAL' });
    await ask();
    await expect
      .poll(() => house.sql('select state, note from sms_message where phone = $1', [phone]))
      .toEqual([{ state: 'failed', note: 'isv.MOBILE_NUMBER_ILLEGAL' }]);
  });
});

describe('asking for codes', () => {
  test('waits a minute between two, however the number is written (S06)', async () => {
    expect((await ask()).status).toBe(200);
    house.clock.pass(20);
    const again = await ask({ phone: `+86 ${phone}` });
    expect(again.status).toBe(429);
    expect(again.json).toMatchObject({ data: { seconds: 40 } });
    const wide = [...phone].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
    expect((await ask({ phone: wide })).status).toBe(429);
    house.clock.pass(41);
    expect((await ask()).status).toBe(200);
  });

  test('sends five an hour and ten a day, over both paths and all tenants; the eleventh is refused (S06)', async () => {
    let sent = 0;
    for (let hour = 0; hour < 2; hour += 1) {
      for (let each = 0; each < 5; each += 1) {
        const where = each % 2 ? other.id : tenant.id;
        expect((await ask({ tenantId: where }, each % 2 ? '/upms/sms/code' : '/bus/sms/code')).status).toBe(200);
        sent += 1;
        house.clock.pass(61);
      }
      expect((await ask()).status).toBe(429);
      house.clock.pass(3600);
    }
    expect(sent).toBe(10);
    const eleventh = await ask({ type: '4', tenantId: other.id });
    expect(eleventh.status).toBe(429);
    expect(eleventh.json).toMatchObject({ code: 1 });
    house.clock.pass(86_400);
    expect((await ask()).status).toBe(200);
  });

  test('lets one of twenty at once through (S06, G6)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('sends nothing for a tenant that is closed to people, with the same answer', async () => {
    const closed = await makeTenant(house);
    await house.sql(`update tenant set status = 'frozen' where tenant_id = $1`, [closed.id]);
    expect(dataOf(await ask({ tenantId: closed.id }))).toBeNull();
    const rows = await house.sql('select 1 from sms_message where phone = $1', [phone]);
    expect(rows).toHaveLength(0);
  });

  test.each(['1990', '12345678901', 'abc'])('refuses the number %s', async (bad) => {
    expect((await ask({ phone: bad })).status).toBe(400);
  });
});

describe('with captcha and counted addresses', () => {
  test('asks for the picture, and counts twenty an hour from one address (S06)', async () => {
    const strict = await openTestHouse({ env: { CAPTCHA: 'on', RATE_LIMIT: 'on' } });
    try {
      const place = await makeTenant(strict);
      const query = (index: number) => ({
        phone: `1350001${String(index).padStart(4, '0')}`,
        type: '5',
        tenantId: place.id,
      });
      const bare = await send(strict, 'POST', '/bus/sms/code', { query: query(0) });
      expect(bare.status).toBe(errors.badCaptcha.status);
      const { createHash } = await import('node:crypto');
      const picture = async (index: number) => {
        const randomStr = `picture-of-test-${String(index).padStart(4, '0')}`;
        await strict.sql(`insert into captcha (random_str, answer_hash, ends_at) values ($1, $2, $3)`, [
          randomStr,
          createHash('sha256').update('1234').digest('base64url'),
          new Date(strict.clock.now().getTime() + 60_000),
        ]);
        return { randomStr, code: '1234' };
      };
      const statuses: number[] = [];
      for (let index = 0; index < 21; index += 1) {
        const sending = { query: { ...query(index), ...(await picture(index)) } };
        statuses.push((await send(strict, 'POST', '/bus/sms/code', sending)).status);
      }
      expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
      const elsewhere = { query: { ...query(30), ...(await picture(30)) }, from: '10.9.8.7' };
      expect((await send(strict, 'POST', '/bus/sms/code', elsewhere)).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});
