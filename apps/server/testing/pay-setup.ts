// Tenants that sell a plan: who buys, who looks after the money, and the ways between them.
import { parseYuan } from '@anlan/contract/domain/yuan';
import { callNamed, dataOf, send, sendCall, signIn, type Answer } from './client.ts';
import type { TestApp } from './app.ts';
import { makeTenant, type Kind } from './tenants.ts';

/** A plan that is on sale: one year, two with three months as a gift, three below their usual price. */
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

/** The same plan on sale under a code, without anybody who signs in; answers the code. */
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

/** Puts the plan on sale in a tenant; answers its id. */
async function sellPlan(app: TestApp, token: string, more: Record<string, unknown> = {}): Promise<string> {
  const { id } = dataOf<{ id: string }>(
    await sendCall(app, callNamed(app, 'plan.create'), { ...standardPlan, ...more }, { token }),
  );
  dataOf(await send(app, 'POST', '/bus/setmeal/shelf', { token, query: { ids: id, shelf: '1' } }));
  return id;
}

/** A tenant with a plan on sale. */
export async function openSetup(app: TestApp) {
  const tenant = await makeTenant(app);
  // A second person who looks after money.
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
  const told = async <T>(name: string, input: Record<string, unknown> = {}, kind: Kind = 'entadmin') =>
    dataOf<T>(await call(name, input, kind));
  return {
    tenant,
    planId,
    token,
    /** Lets everybody in anew, where so much time has passed that their sessions are over. */
    enter,
    call,
    told,
    enterpriseId: tenant.enterpriseIds[0] ?? '',
    /** Orders; answers the order with our numbers at both vendors. */
    async buy(year = 1, kind: Kind = 'entadmin') {
      const { id } = await told<{ id: string }>('order.saveOrder', { code: 'standard', year }, kind);
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
    /** Opens both entrances, as the dialog does. */
    async openBoth(id: string) {
      const code = await told<{ codeUrl: string }>('order.wxpay', { id, tradeType: 'NATIVE' });
      const alipay = await send(app, 'GET', `/payapi/alipay/order?orderId=${id}`, { token: token('entadmin') });
      return { code, alipay };
    },
    order: (id: string, kind: Kind = 'entadmin') =>
      told<Record<string, unknown> & { status: string; version: number; membershipTo: string | null }>(
        'order.get',
        { id },
        kind,
      ),
    books: (id: string, kind: Kind = 'admin') =>
      told<{
        lines: { kind: string; amount: string | null; net: string; noticeId: string | null }[];
        income: string;
        outgo: string;
        balance: string;
        balanced: boolean;
        refunds: { id: string; state: string; automatic: boolean; amount: string; failure: string | null }[];
        attempts: { state: string; vendor: string }[];
        monthsBack: number;
      }>('order.books', { id }, kind),
    membership: () => told<{ expireTime: string | null; mealName: string | null; status: string }>('membership.buy'),
  };
}
/** A tenant that sells. */
export type Setup = Awaited<ReturnType<typeof openSetup>>;

/** A vendor's notice arrives. */
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
