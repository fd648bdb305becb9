// Valid inputs for calls about membership plans, orders, money and memberships.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { callNamed, dataOf, sendCall, signIn } from './client.ts';
import type { Actor } from './actors.ts';
import { waitingFile } from './resource-test-data.ts';
import { listPlan } from './pay-setup.ts';
import { codeNow, enrolled } from './session-fixtures.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;
let last = 0;

const onSale = ({ app, tenant }: Pick<Actor, 'app' | 'tenant'>) => listPlan(app, tenant.id, `specimen-${(last += 1)}`);
// One sign-in for each tenant, because concurrent sessions are limited.
const buyers = new Map<string, Promise<string>>();
function buyerOf({ app, tenant, kind, tokens }: Actor): Promise<string> {
  if (kind === 'entadmin' || kind === 'entstaff') return Promise.resolve(tokens.access_token);
  const buyerToken = buyers.get(tenant.id) ?? signIn(app, tenant, 'entadmin').then(({ access_token }) => access_token);
  buyers.set(tenant.id, buyerToken);
  return buyerToken;
}

async function ordered(actor: Actor, year = 1) {
  const { app } = actor;
  const code = await onSale(actor);
  const by = async () =>
    sendCall(app, callNamed(app, 'order.saveOrder'), { code, year }, { token: await buyerOf(actor) });
  let answer = await by();
  // Signs in again when other sign-ins have ended this session.
  if (answer.status === 401 && buyers.delete(actor.tenant.id)) answer = await by();
  const { id } = dataOf<{ id: string }>(answer);
  return { id, code, year };
}

async function paid(actor: Actor, columns: Readonly<Record<string, unknown>> = {}) {
  const { app } = actor;
  const { id } = await ordered(actor);
  const [attempt] = await app.sql<{ no: string }>(
    `select out_trade_no as no from pay_attempt where order_id = $1 and vendor = 'wechat'`,
    [id],
  );
  const no = attempt?.no ?? '';
  const { channel } = app.pay.wechat;
  await channel.open({ outTradeNo: no, amountFen: 198_000, subject: '会员', expiresAt: app.clock.now() });
  app.pay.wechat.pay(no);
  const { headers, body } = app.pay.wechat.paymentNotice(no);
  await app.app.inject({ method: 'POST', url: `/payapi/wxpay/notify/${channel.account}`, headers, payload: body });
  const names = Object.keys(columns);
  if (names.length > 0)
    await app.sql(
      `update order_record set ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} where id = $1`,
      [id, ...Object.values(columns)],
    );
  const [row] = await app.sql<{ version: number }>('select version from order_record where id = $1', [id]);
  return { id, version: row?.version ?? 1 };
}

async function refund(actor: Actor, state = 'asked') {
  const { app, tenant } = actor;
  const { id: orderId } = await paid(actor);
  const [row] = await app.sql<{ id: string }>(
    `insert into order_refund (tenant_id, id, enterprise_id, order_id, attempt_id, refund_no, out_refund_no, amount,
       months, state, reason, asked_by_name, asked_at, decided_by)
     select $1, gen_random_uuid(), enterprise_id, id, payment_id, $3, $3, price, months, $4, '企业申请', '某人', now(),
       case when $4 = 'asked' then null else gen_random_uuid() end
     from order_record where id = $2 returning id`,
    [tenant.id, orderId, `refund-${(last += 1)}`, state],
  );
  return { id: row?.id ?? '', orderId };
}

const versionOf = async ({ app }: Actor, id: string) =>
  (await app.sql<{ version: number }>('select version from order_record where id = $1', [id]))[0]?.version ?? 1;
const ofOrder: Maker = async (actor) => ({ id: (await ordered(actor)).id });
async function over(actor: Actor) {
  const { id } = await ordered(actor);
  await actor.app.sql(`update pay_attempt set state = 'closed', ask_at = null where order_id = $1`, [id]);
  await actor.app.sql(`update order_record set status = 'closed' where id = $1`, [id]);
  return { id };
}
const invoice = { title: '某某有限公司', taxNo: '91330105DEM0010097', email: 'caiwu@example.com' };
const head = JSON.stringify(invoice);
const pdf = async ({ app, tenant, kind }: Actor) => [
  await waitingFile(app, tenant, 'evidence', kind === 'platform' ? 'admin' : kind),
];

async function difference(actor: Actor) {
  const { app, tenant } = actor;
  const { id: orderId } = await paid(actor);
  const [row] = await app.sql<{ id: string }>(
    `insert into bill_difference (tenant_id, id, day, vendor, kind, out_trade_no, order_id, theirs, ours, detail)
     values ($1, gen_random_uuid(), '2026-03-01', 'wechat', 'amount', $2, $3, 1, 2, '金额不符') returning id`,
    [tenant.id, `d${(last += 1)}`, orderId],
  );
  return row?.id ?? '';
}

export const orderFixtures: Record<string, Maker> = {
  'plan.vipInfo': async (actor) => {
    await onSale(actor);
    return {};
  },
  'plan.listByCarTypes': async () => ({ carTypes: ['truck'] }),
  'plan.shelf': async (actor) => {
    const code = await onSale(actor);
    const [row] = await actor.app.sql<{ id: string }>('select id from plan where code = $1', [code]);
    return { ids: [row?.id ?? ''], shelf: '0' };
  },
  'order.saveOrder': async (actor) => ({ code: await onSale(actor), year: 1 }),
  'order.wxpay': async (actor) => ({ ...(await ofOrder(actor)), tradeType: 'NATIVE' }),
  'order.payAuthorize': async (actor) => ofOrder(actor),
  'order.phonePay': async (actor) => ({ ...(await ofOrder(actor)), way: 'wechat' }),
  // Uses a closed order, for which the answer is a redirect.
  'order.alipay': async (actor) => ({ orderId: (await over(actor)).id, r: '1' }),
  'order.remove': over,
  'order.payMeal': async (actor) => {
    const { id, ...rest } = await ordered(actor);
    return { orderId: id, ...rest };
  },
  'order.close': async (actor) => {
    const { id } = await ordered(actor);
    return { id, version: await versionOf(actor, id) };
  },
  'order.applyInvoice': async (actor) => ({ ...(await paid(actor)), invoice }),
  'order.issueInvoice': async (actor) => ({
    ...(await paid(actor, { invoice_status: 'applied', invoice: head })),
    invoiceNo: '26112000000012345678',
    invoiceFiles: await pdf(actor),
  }),
  'order.reverseInvoice': async (actor) => ({
    ...(await paid(actor, { invoice_status: 'issued', invoice: head })),
    reason: '抬头有误',
    files: await pdf(actor),
  }),
  'order.attempts': ofOrder,
  'order.books': ofOrder,
  'order.ask': ofOrder,
  'order.replay': async (actor) => ({ id: (await paid(actor)).id }),
  'order.notice': async (actor) => {
    const { id } = await paid(actor);
    const [row] = await actor.app.sql<{ id: string }>('select id from pay_notice where order_id = $1', [id]);
    return { id: row?.id ?? '' };
  },
  'order.refundPreview': async (actor) => ({ orderId: (await paid(actor)).id }),
  'order.refundAsk': async (actor) => ({ orderId: (await paid(actor)).id, reason: '企业申请退款' }),
  'order.refundDecide': async (actor) => {
    const { app, tenant, kind, tokens } = actor;
    const { id } = await refund(actor);
    await app.sql('delete from second_factor where tenant_id = $1 and user_id = $2', [tenant.id, tokens.user_id]);
    const { secret } = await enrolled({ app, tenant, kind, tokens });
    return { id, agree: true, opinion: '同意', code: codeNow({ app }, secret, 1) };
  },
  'order.refundRetry': async (actor) => ({ id: (await refund(actor, 'failed')).id }),
  'order.reconcile': async ({ app }) => ({ vendor: 'wechat', day: addDays(dayOf(app.clock.now()), -1) }),
  'order.settle': async (actor) => ({ id: await difference(actor), action: 'note', note: '已与机构核对' }),
  'membership.trial': async (actor) => {
    await actor.app.sql('delete from membership where tenant_id = $1', [actor.tenant.id]);
    return {};
  },
};
