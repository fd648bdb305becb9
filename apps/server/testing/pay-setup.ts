// Tenants that sell a membership plan: buyer, finance user, and their calls.
import { parseYuan } from '@anlan/contract/domain/yuan';
import { callNamed, dataOf, send, sendCall, signIn, type Answer } from './client.ts';
import type { TestApp } from './app.ts';
import { makeTenant, type Kind } from './tenants.ts';

/** A membership plan on sale: one year; two years with three months free; three years at a lower price. */
export const standardPlan = {
  name: '安全会员',
  code: 'standard',
  content: ['公众号与店铺', '企业信息查询 300 次'],
  opens: ['lookup', 'publicAccount', 'shop'],
  seats: 200,
  storageMb: 51_200,
  lookups: 300,
  priceList: [
    { year: 1, transactionPrice: '1980.00', money: '1980.00', welfare: '0', giftMonth: 0 },
    { year: 2, transactionPrice: '3680.00', money: '3680.00', welfare: '1', giftMonth: 3 },
    { year: 3, transactionPrice: '4680.00', money: '5940.00', welfare: '2', giftMonth: 0 },
  ],
};

export async function listPlan(app: TestApp, tenantId: string, code: string): Promise<string> {
  const prices = standardPlan.priceList.map(({ transactionPrice, money, ...price }) => ({
    ...price,
    id: crypto.randomUUID(),
    transactionPrice: parseYuan(transactionPrice),
    money: parseYuan(money),
  }));
  await app.sql(
    `insert into plan (tenant_id, id, name, code, shelf, price_list, content, created_at, updated_at)
     values ($1, gen_random_uuid(), '会员', $2, 'listed', $3, '["权益"]', now(), now())`,
    [tenantId, code, JSON.stringify(prices)],
  );
  return code;
}

async function sellPlan(app: TestApp, token: string, more: Record<string, unknown> = {}): Promise<string> {
  const { id } = dataOf<{ id: string }>(
    await sendCall(app, callNamed(app, 'plan.create'), { ...standardPlan, ...more }, { token }),
  );
  dataOf(await send(app, 'POST', '/bus/setmeal/shelf', { token, query: { ids: id, shelf: '1' } }));
  return id;
}

export async function openSetup(app: TestApp) {
  const tenant = await makeTenant(app);
  // Makes a second user a finance user.
  await app.sql(
    `insert into user_role (tenant_id, user_id, role_id)
     select $1, $2, id from role where tenant_id = $1 and code = 'ROLE_TENANT_ADMIN' on conflict do nothing`,
    [tenant.id, tenant.people.regulator],
  );
  const tokens = new Map<Kind, string>();
  const enter = async () => {
    for (const kind of ['admin', 'regulator', 'entadmin', 'entstaff'] as const)
      tokens.set(kind, (await signIn(app, tenant, kind)).access_token);
  };
  await enter();
  const token = (kind: Kind) => tokens.get(kind) ?? '';
  const planId = await sellPlan(app, token('admin'));
  const call = (name: string, input: Record<string, unknown> = {}, kind: Kind = 'entadmin'): Promise<Answer> =>
    sendCall(app, callNamed(app, name), input, { token: token(kind) });
  const callForData = async <T>(name: string, input: Record<string, unknown> = {}, kind: Kind = 'entadmin') =>
    dataOf<T>(await call(name, input, kind));
  return {
    tenant,
    planId,
    token,
    enter,
    call,
    told: callForData,
    enterpriseId: tenant.enterpriseIds[0] ?? '',
    /** Places an order. Returns it with our order numbers at both vendors. */
    async buy(year = 1, kind: Kind = 'entadmin') {
      const { id } = await callForData<{ id: string }>('order.saveOrder', { code: 'standard', year }, kind);
      return { id, ...(await this.numbers(id)) };
    },
    async numbers(id: string) {
      const rows = await app.sql<{ vendor: 'wechat' | 'alipay'; no: string }>(
        'select vendor, out_trade_no as no from pay_attempt where order_id = $1',
        [id],
      );
      const of = (vendor: string) => rows.find((row) => row.vendor === vendor)?.no ?? '';
      return { wechat: of('wechat'), alipay: of('alipay') };
    },
    async openBoth(id: string) {
      const code = await callForData<{ codeUrl: string }>('order.wxpay', { id, tradeType: 'NATIVE' });
      const alipay = await send(app, 'GET', `/payapi/alipay/order?orderId=${id}`, { token: token('entadmin') });
      return { code, alipay };
    },
    order: (id: string, kind: Kind = 'entadmin') =>
      callForData<Record<string, unknown> & { status: string; version: number; membershipTo: string | null }>(
        'order.get',
        { id },
        kind,
      ),
    books: (id: string, kind: Kind = 'admin') =>
      callForData<{
        lines: { kind: string; title: string; amount: string | null; net: string; noticeId: string | null }[];
        income: string;
        outgo: string;
        balance: string;
        balanced: boolean;
        refunds: { id: string; state: string; automatic: boolean; amount: string; failure: string | null }[];
        attempts: { state: string; vendor: string }[];
        monthsBack: number;
      }>('order.books', { id }, kind),
    membership: () =>
      callForData<{ expireTime: string | null; mealName: string | null; status: string }>('membership.buy'),
  };
}
export type Setup = Awaited<ReturnType<typeof openSetup>>;

export const arrives = (
  app: TestApp,
  vendor: 'wechat' | 'alipay',
  { headers, body }: { headers: Record<string, string>; body: string },
  account = app.pay[vendor].channel.account,
) =>
  send(app, 'POST', `/payapi/${vendor === 'wechat' ? 'wxpay' : 'alipay'}/notify/${account}`, {
    headers,
    body,
  });
