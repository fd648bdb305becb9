import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errors } from '@anlan/contract/errors';
import { encryptMessages } from '#modules/sms/encrypted/service.ts';
import { resumeOutgoing } from '#platform/backup/outgoing-pause.ts';
import { withConnection } from '#platform/db/connection.ts';
import { clientOf, dataOf, send } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { smsIndexOf } from '../../testing/phones.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
let lastPhone = 0;
let phone = '';

beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  other = await makeTenant(app);
});
afterAll(() => app.close());
beforeEach(() => {
  lastPhone += 1;
  phone = `1360001${String(lastPhone).padStart(4, '0')}`;
});

const ask = (more: Record<string, unknown> = {}, path = '/bus/sms/code') =>
  send(app, 'POST', path, { query: { phone, type: '5', tenantId: tenant.id, ...more } });
const check = (code: string, more: Record<string, unknown> = {}) =>
  send(app, 'POST', '/bus/api/sms/checkSmsCode', {
    query: { phone, type: '5', tenantId: tenant.id, code, ...more },
    headers: { authorization: clientOf(app) },
  });
const arrived = async (to = phone) => {
  await expect.poll(() => app.inbox.newest(to)?.params['code'], { timeout: 15_000 }).toMatch(/^\d{6}$/);
  return app.inbox.newest(to)?.params['code'] ?? '';
};
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('an SMS code', () => {
  test('uses the template of its purpose and works once (S07)', async () => {
    expect(dataOf(await ask())).toBeNull();
    const code = await arrived();
    expect(app.inbox.newest(phone)?.template).toBe('codeApply');
    expect(dataOf(await check(code))).toBe(true);
    expect(dataOf(await check(code))).toBe(false);
  });

  test('is stored as a hash (S07)', async () => {
    await ask();
    const code = await arrived();
    await expect
      .poll(() => app.sql(`select state, params from sms_message where phone_index = $1`, [smsIndexOf(app, phone)]))
      .toEqual([{ state: 'sent', params: null }]);
    const [row] = await app.sql<{ code_hash: string }>('select code_hash from sms_code where phone_index = $1', [
      smsIndexOf(app, phone),
    ]);
    expect(row?.code_hash).not.toContain(code);
  });

  test('is refused for another tenant, purpose or phone (S07)', async () => {
    await ask();
    const code = await arrived();
    expect(dataOf(await check(code, { tenantId: other.id }))).toBe(false);
    expect(dataOf(await check(code, { type: '4' }))).toBe(false);
    expect(dataOf(await check(code, { phone: '13700000000' }))).toBe(false);
    expect(dataOf(await check(code))).toBe(true);
  });

  test('uses the tenant of the header when the query has none', async () => {
    await ask();
    const code = await arrived();
    const answer = await send(app, 'POST', '/bus/api/sms/checkSmsCode', {
      query: { phone, type: '5', code },
      headers: { 'tenant-id': tenant.id, authorization: clientOf(app) },
    });
    expect(dataOf(answer)).toBe(true);
  });

  test('expires after five minutes or when a newer code is sent (S07)', async () => {
    await ask();
    const first = await arrived();
    app.clock.pass(61);
    await ask();
    await expect.poll(() => app.inbox.messages.filter((one) => one.phone === phone).length).toBe(2);
    const second = await arrived();
    if (first !== second) expect(dataOf(await check(first))).toBe(false);
    app.clock.pass(300);
    expect(dataOf(await check(second))).toBe(false);
  });

  test('is compared with five of fifty concurrent guesses (S07, G6)', async () => {
    await ask();
    const code = await arrived();
    const guesses = Array.from({ length: 50 }, () => check(wrong(code)));
    const answers = await Promise.all(guesses);
    expect(answers.every((answer) => dataOf(answer) === false)).toBe(true);
    const [row] = await app.sql<{ tries: number }>('select tries from sms_code where phone_index = $1', [
      smsIndexOf(app, phone),
    ]);
    expect(row?.tries).toBe(5);
    expect(dataOf(await check(code))).toBe(false);
  });

  test('is accepted in one of fifty concurrent correct attempts (S07, G6)', async () => {
    await ask();
    const code = await arrived();
    const answers = await Promise.all(Array.from({ length: 50 }, () => check(code)));
    expect(answers.filter((answer) => dataOf(answer) === true)).toHaveLength(1);
  });

  test.each([
    ['an object', { a: 1 }],
    ['a list', ['1', '2']],
  ])('is never accepted as %s (S07)', async (_, code) => {
    const answer = await check('', { code });
    if (Array.isArray(code)) expect(answer.status).toBe(400);
    else expect(dataOf(answer)).toBe(false);
  });

  test('is not sent to an unknown phone', async () => {
    const existingAnswer = await send(app, 'POST', '/bus/sms/code', {
      query: { phone: `139${tenant.id.padStart(6, '0')}11`, type: '1', tenantId: tenant.id },
    });
    const unknown = await ask({ type: '1' });
    expect(unknown.text).toBe(existingAnswer.text);
    await arrived(`139${tenant.id.padStart(6, '0')}11`);
    expect(app.inbox.newest(phone)).toBeUndefined();
  });

  test('is sent again once when the provider fails (outbox)', async () => {
    app.inbox.fail({ kind: 'later', reason: '超时' });
    await ask();
    await expect.poll(() => app.inbox.newest(phone), { timeout: 15_000 }).toBeDefined();
    expect(app.inbox.messages.filter((one) => one.phone === phone)).toHaveLength(1);
  });

  test('is not sent after a restore until the operator allows it (S84)', async () => {
    await app.sql(`insert into hold (name, note) values ('outgoing', 'restored')`);
    try {
      await ask();
      const waiting = `select isfinite(start_after) as soon, retry_count as tries from pgboss.job
        where name = 'sms' and state = 'retry'`;
      await expect.poll(() => app.sql(waiting), { timeout: 15_000 }).toEqual([{ soon: false, tries: 0 }]);
      expect(app.inbox.newest(phone)).toBeUndefined();
      expect(await app.sql('select state from sms_message where phone_index = $1', [smsIndexOf(app, phone)])).toEqual([
        { state: 'queued' },
      ]);
    } finally {
      await withConnection(app.database.superuserUrl(), resumeOutgoing);
    }
    await expect.poll(() => app.inbox.newest(phone), { timeout: 15_000 }).toBeDefined();
    expect(app.inbox.messages.filter((one) => one.phone === phone)).toHaveLength(1);
  });

  test('is listed as failed with its reason when the provider refuses it', async () => {
    app.inbox.fail({ kind: 'refused', reason: 'isv.MOBILE_NUMBER_ILLEGAL' });
    await ask();
    await expect
      .poll(() => app.sql('select state, note from sms_message where phone_index = $1', [smsIndexOf(app, phone)]))
      .toEqual([{ state: 'failed', note: 'isv.MOBILE_NUMBER_ILLEGAL' }]);
  });
});

describe('S78 G7 the phone of an SMS code', () => {
  async function holding(text: string): Promise<string[]> {
    const tables = await app.sql<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p')`,
    );
    const searches = tables.map(
      ({ name }) => `select '${name}' as name from ${name} t where strpos(to_jsonb(t)::text, $1) > 0`,
    );
    return (await app.sql<{ name: string }>(searches.join(' union '), [text])).map(({ name }) => name);
  }

  test('is stored in no table as plain text', async () => {
    app.inbox.fail({ kind: 'later', reason: '超时' });
    await ask();
    expect(await app.sql('select state from sms_message where phone_index = $1', [smsIndexOf(app, phone)])).toEqual([
      { state: 'queued' },
    ]);
    expect(await holding(phone)).toEqual([]);
    const code = await arrived();
    const body = { tenantId: tenant.id, phone, code };
    const proven = await send(app, 'POST', '/bus/enterprise/entApply/proof', { body });
    expect(dataOf<{ proof: string }>(proven).proof).not.toBe('');
    expect(await holding(phone)).toEqual([]);
    app.inbox.fail({ kind: 'refused', reason: 'isv.MOBILE_NUMBER_ILLEGAL' });
    app.clock.pass(61);
    await ask({ type: '2' });
    const messages = () =>
      app.sql('select state, phone, phone_sealed from sms_message where phone_index = $1 order by id', [
        smsIndexOf(app, phone),
      ]);
    const masked = { phone: `${phone.slice(0, 3)}****${phone.slice(7)}`, phone_sealed: null };
    await expect.poll(messages, { timeout: 15_000 }).toEqual([
      { state: 'sent', ...masked },
      { state: 'failed', ...masked },
    ]);
    expect(await holding(phone)).toEqual([]);
    expect(app.log.filter((line) => line.includes(phone))).toEqual([]);
  });

  test('is refused by the table as plain text (S81)', async () => {
    await ask();
    await arrived();
    const index = smsIndexOf(app, phone);
    await expect(app.sql('update sms_message set phone = $2 where phone_index = $1', [index, phone])).rejects.toThrow(
      /sms_message_phone_is_masked/,
    );
    const countMessages = async () =>
      (await app.sql('select 1 from sms_message where phone_index = $1', [index])).length;
    await expect
      .poll(() => app.sql('select state from sms_message where phone_index = $1', [index]))
      .toEqual([{ state: 'sent' }]);
    app.clock.pass(30 * 86_400 - 60);
    await app.forgetMessages();
    expect(await countMessages()).toBe(1);
    app.clock.pass(120);
    await app.forgetMessages();
    expect(await countMessages()).toBe(0);
  });

  test('is encrypted in an old queued message at the next start', async () => {
    await app.sql('alter table sms_message drop constraint sms_message_phone_is_masked');
    app.inbox.fail({ kind: 'later', reason: '超时' });
    await ask();
    await app.sql('update sms_message set phone = $2, phone_sealed = null, phone_index = null where phone_index = $1', [
      smsIndexOf(app, phone),
      phone,
    ]);
    expect(await encryptMessages(app, tenant.id)).toBe(1);
    expect(await holding(phone)).toEqual([]);
    await arrived();
    expect(await encryptMessages(app, tenant.id)).toBe(0);
  });
});

describe('a tenant with its own SMS signature', () => {
  test('sends SMS with its own signature and templates', async () => {
    const sms = { signName: '临澜应急', templates: { codeApply: 'SMS_154950909' } };
    await app.sql('update tenant set sms_sign_name = $2, sms_templates = $3 where tenant_id = $1', [
      tenant.id,
      sms.signName,
      JSON.stringify(sms.templates),
    ]);
    try {
      await ask();
      await arrived();
      expect(app.inbox.newest(phone)?.unit).toEqual(sms);
      const elsewhere = phone.replace(/^136/, '158');
      await ask({ tenantId: other.id, phone: elsewhere });
      await arrived(elsewhere);
      expect(app.inbox.newest(elsewhere)?.unit).toBeUndefined();
    } finally {
      await app.sql('update tenant set sms_sign_name = null, sms_templates = null where tenant_id = $1', [tenant.id]);
    }
  });
});

describe('requesting SMS codes', () => {
  test('is possible once a minute, for any spelling of the number (S06)', async () => {
    expect((await ask()).status).toBe(200);
    app.clock.pass(20);
    const again = await ask({ phone: `+86 ${phone}` });
    expect(again.status).toBe(429);
    expect(again.json).toMatchObject({ data: { seconds: 40 } });
    const wide = [...phone].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
    expect((await ask({ phone: wide })).status).toBe(429);
    app.clock.pass(41);
    expect((await ask()).status).toBe(200);
  });

  test('is limited to five an hour and ten a day, over all tenants (S06)', async () => {
    let sent = 0;
    for (let hour = 0; hour < 2; hour += 1) {
      for (let each = 0; each < 5; each += 1) {
        const where = each % 2 ? other.id : tenant.id;
        expect((await ask({ tenantId: where }, each % 2 ? '/upms/sms/code' : '/bus/sms/code')).status).toBe(200);
        sent += 1;
        app.clock.pass(61);
      }
      expect((await ask()).status).toBe(429);
      app.clock.pass(3600);
    }
    expect(sent).toBe(10);
    const eleventh = await ask({ type: '4', tenantId: other.id });
    expect(eleventh.status).toBe(429);
    expect(eleventh.json).toMatchObject({ code: 1 });
    app.clock.pass(86_400);
    expect((await ask()).status).toBe(200);
  });

  test('succeeds for one of twenty concurrent requests (S06, G6)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('sends nothing for a closed tenant', async () => {
    const closed = await makeTenant(app);
    await app.sql(`update tenant set status = 'frozen' where tenant_id = $1`, [closed.id]);
    expect(dataOf(await ask({ tenantId: closed.id }))).toBeNull();
    const rows = await app.sql('select 1 from sms_message where phone_index = $1', [smsIndexOf(app, phone)]);
    expect(rows).toHaveLength(0);
  });

  test.each(['1990', '12345678901', 'abc'])('is refused for the number %s', async (bad) => {
    expect((await ask({ phone: bad })).status).toBe(400);
  });
});

describe('requesting SMS codes with captcha and IP address limits', () => {
  test('requires the captcha (S06)', async () => {
    const strict = await openTestApp({ env: { CAPTCHA: 'on', RATE_LIMIT: 'on' } });
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

test('warns a tenant from four fifths of its daily SMS limit (S06)', async () => {
  const alarmed = () =>
    app.sql<{ note: string }>(`select note from audit where tenant_id = $1 and call = 'audit.alarm'`, [other.id]);
  const used = (rows: number) =>
    app.sql(
      `insert into public_attempt (tenant_id, id, kind, phone_index, address, at)
       select $1, gen_random_uuid(), 'sms', 'p' || n, '10.0.0.1', $3 from generate_series(1, $2::int) n`,
      [other.id, rows, app.clock.now()],
    );
  const fresh = (n: number) => ask({ tenantId: other.id, phone: `1370002${String(n).padStart(4, '0')}` });
  await used(1_598);
  expect((await fresh(1)).status).toBe(200);
  expect(await alarmed()).toEqual([]);
  for (let n = 2; n <= 6; n += 1) expect((await fresh(n)).status).toBe(200);
  expect(await alarmed()).toEqual([{ note: '24 小时内已发送 1600 条短信，每天最多 2000 条' }]);
  const lines = app.log.filter((line) => line.includes('smsNearLimit') && line.includes(`"tenantId":"${other.id}"`));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ level: 40, alarm: 'smsNearLimit', msg: 'alarm' });
  expect((await send(app, 'GET', '/metrics')).text).toContain('anlan_alarms_total{cause="smsNearLimit"} 1');
  app.clock.pass(3_600);
  await fresh(7);
  expect(await alarmed()).toHaveLength(2);
  await used(395);
  expect((await fresh(8)).status).toBe(429);
  expect((await ask()).status).toBe(200);
});
