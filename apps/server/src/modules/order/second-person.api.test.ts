// The second person of a refund must be independent. An account may not decide if the requester created or reset it,
// or gave it a second factor.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { arrives, openSetup, type Setup } from '../../../testing/pay-setup.ts';
import { codeNow, enrolled } from '../../../testing/session-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 120_000);
afterAll(() => app.close());

interface Preview {
  reviewers: { name: string }[];
  notReviewers: { name: string; reason: string }[];
  helpers: string[];
}

/**
 * Creates a paid order with a refund that the administrator requested, and a reviewer whose second factor is old
 * enough.
 */
async function openRequestedRefund(app: TestApp) {
  const setup = await openSetup(app);
  const { people } = setup.tenant;
  const tokens = { access_token: setup.token('regulator'), user_id: people.regulator };
  const { secret } = await enrolled({ app, tenant: setup.tenant, kind: 'regulator', tokens });
  const factor = (hours: number) =>
    app.sql(`update second_factor set enabled_at = $2::timestamptz - make_interval(hours => $3) where user_id = $1`, [
      people.regulator,
      app.clock.now(),
      hours,
    ]);
  await factor(48);
  const order = await setup.buy(1);
  await setup.openBoth(order.id);
  app.pay.wechat.pay(order.wechat);
  await arrives(app, 'wechat', app.pay.wechat.paymentNotice(order.wechat));
  const preview = () => setup.told<Preview>('order.refundPreview', { orderId: order.id }, 'admin');
  const ask = () => setup.told<{ id: string }>('order.refundAsk', { orderId: order.id, reason: '重复采购' }, 'admin');
  const decide = (id: string, agree = true) =>
    setup.call(
      'order.refundDecide',
      { id, agree, opinion: '复核', ...(agree ? { code: codeNow({ app }, secret, 1) } : {}) },
      'regulator',
    );
  const status = async () => (await setup.order(order.id))['refunded'];
  return { setup, people, factor, preview, ask, decide, status };
}
const update = async (setup: Setup, id: string, more: Record<string, unknown>) => {
  const [row] = await app.sql<{ version: number }>('select version from app_user where id = $1', [id]);
  dataOf(await setup.call('user.update', { id, version: row?.version, ...more }, 'admin'));
};

test('S100 does not let a person with a recent account or second factor approve a refund', async () => {
  const { people, factor, preview, ask, decide, status } = await openRequestedRefund(app);
  expect((await preview()).reviewers).toHaveLength(1);
  await app.sql('update app_user set created_at = $2 where id = $1', [people.regulator, app.clock.now()]);
  const shown = await preview();
  expect(shown.reviewers).toEqual([]);
  expect(shown.notReviewers[0]?.reason).toContain('账号在申请前不足 24 小时');
  expect(shown.helpers).not.toEqual([]);
  const { id } = await ask();
  const refused = await decide(id);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('不足 24 小时')]);
  expect(await status()).toBe('0.00');
  dataOf(await decide(id, false));

  await app.sql(`update app_user set created_at = $2::timestamptz - interval '2 days' where id = $1`, [
    people.regulator,
    app.clock.now(),
  ]);
  await factor(1);
  const { id: second } = await ask();
  const early = await decide(second);
  expect([early.status, early.text]).toEqual([403, expect.stringContaining('两步验证在申请前不足 24 小时')]);
  dataOf(await decide(second, false));
  await factor(30);
  dataOf(await decide((await ask()).id));
});

test('S100 refuses approval of a refund by an account that the requester created or changed', async () => {
  const { setup, people, preview, ask, decide, status } = await openRequestedRefund(app);
  const { id } = await ask();
  await update(setup, people.regulator, { nickName: '新复核员' });
  const refused = await decide(id);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('由申请人授予或重置过')]);
  expect((await preview()).notReviewers[0]?.reason).toContain('由申请人授予或重置过');
  expect(await status()).toBe('0.00');
});

test('S100 counts acts of an account as acts of the user who reset its password', async () => {
  const { setup, people, preview, ask, decide } = await openRequestedRefund(app);
  const { id } = await ask();
  const act = (call: string, by: string | undefined, on: string | undefined) =>
    app.sql(
      `insert into audit (tenant_id, id, user_id, user_name, address, user_agent, request_id, call, outcome, object_type,
         object_id, at) values ($1, gen_random_uuid(), $2, '测试', '', '', '', $3, 'done', 'user', $4,
         $5::timestamptz - interval '3 days')`,
      [setup.tenant.id, by, call, on, app.clock.now()],
    );
  await act('user.update', people.security, people.regulator);
  expect((await preview()).reviewers).toHaveLength(1);
  await act('user.password', people.admin, people.security);
  expect((await preview()).notReviewers[0]?.reason).toContain('由申请人授予或重置过');
  const refused = await decide(id);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('由申请人授予或重置过')]);
});

test('S100 refuses a second person whose role the requester recently changed', async () => {
  const { setup, people, ask, decide } = await openRequestedRefund(app);
  const { tenant } = setup;
  const [role] = await app.sql<{ id: string }>(
    `insert into role (tenant_id, id, code, name, user_type, preset) values ($1, gen_random_uuid(), 'ROLE_OWN', '复核', 'regulator', false) returning id`,
    [tenant.id],
  );
  await app.sql(`insert into role_permit (tenant_id, role_id, permit) values ($1, $2, 'bus:orderrecords:review')`, [
    tenant.id,
    role?.id,
  ]);
  await app.sql(`delete from user_role where user_id = $1`, [people.regulator]);
  await app.sql('insert into user_role (tenant_id, user_id, role_id) values ($1, $2, $3)', [
    tenant.id,
    people.regulator,
    role?.id,
  ]);
  const { id } = await ask();
  const [entry] = await app.sql<{ id: string }>(
    `select m.id from menu m where m.permission = 'bus:orderrecords:review' limit 1`,
  );
  dataOf(await setup.call('access.roleMenu', { roleId: role?.id, menuIds: [entry?.id] }, 'admin'));
  const refused = await decide(id);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('由申请人授予或重置过')]);
});

test('S100 lets a tenant only lengthen the waiting times for a second person', async () => {
  const { setup, preview } = await openRequestedRefund(app);
  const save = (values: Record<string, number>) => setup.call('setting.save', { version: 0, values }, 'admin');
  expect((await save({ 'secondPerson.hours': 1 })).status).toBe(400);
  expect((await save({ 'secondPerson.days': 29 })).status).toBe(400);
  dataOf(await save({ 'secondPerson.hours': 72 }));
  expect((await preview()).notReviewers[0]?.reason).toContain('不足 72 小时');
});
