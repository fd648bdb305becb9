// Creates orders with one payment attempt for each vendor, and opens the vendor's payment page.
import { dayOf } from '@anlan/contract/domain/instant';
import { yuanText } from '@anlan/contract/domain/yuan';
import type { PayMeal, SaveOrder } from '@anlan/contract/modules/order/inputs';
import type { OrderInput } from '@anlan/contract/modules/order/resource';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Agreements } from '../content/index.ts';
import type { ListedPlan, StoredPrice } from '../plan/index.ts';
import { settingsOf } from '../setting/index.ts';
import type { PayAttempts } from './pay-attempts.ts';
import type { VendorQueries } from './query-vendor.ts';
import { addLine } from './ledger-store.ts';
import {
  attemptsOf,
  changeAttempt,
  findOrder,
  expireOrder,
  lockOrdersOf,
  savePlanCopy,
  payableOrders,
} from './order-store.ts';
import { vendorNames } from './rules.ts';

type Choice = { plan: ListedPlan; price: StoredPrice };
/** Values of a new order: the input, and the fields that only the server sets. */
export type OrderFacts = OrderInput & Record<string, unknown>;
export interface PayingDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit'>;
  asking: VendorQueries;
  attempts: PayAttempts;
  hurry: (tx: Tx) => Promise<unknown>;
  agreed: Agreements['recordConsent'];
  choosePrice: (tx: Tx, choice: { code: string; year: number; priceId?: string | undefined }) => Promise<Choice>;
  add: (tx: Tx, facts: OrderFacts, as: string) => Promise<string>;
}

interface Frame {
  type: string;
  body: Uint8Array;
  allowedOrigins?: readonly string[];
  redirectTo?: string;
}
/** Seconds. An existing order that expires sooner than this is not offered to the buyer again. */
const leastSeconds = 60;

const page = (text: string): Frame => ({
  type: 'text/html; charset=utf-8',
  allowedOrigins: [],
  body: Buffer.from(
    `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>支付宝</title><body style="font:14px/1.7 sans-serif;text-align:center;padding:24px"><p>${text}</p><p>请关闭后重新打开，或改用微信支付。</p>`,
  ),
});

export function createCheckout({ kit, asking, attempts, hurry, agreed: agree, choosePrice: chosen, add }: PayingDeps) {
  const { db, clock, audit } = kit;
  const { payable, addMissingAttempts } = attempts;

  async function open(
    tx: Tx,
    input: OrderInput & { agreement?: number | undefined },
    { plan, price }: Choice,
    as: string,
  ) {
    const now = clock.now();
    const { scope } = tx;
    const minutes = (await settingsOf(tx))['order.closeMinutes'];
    const expiresAt = new Date(now.getTime() + minutes * 60_000);
    const id = await add(
      tx,
      {
        ...input,
        name: plan.name,
        price: price.transactionPrice,
        months: price.year * 12,
        giftMonth: price.giftMonth,
        edition: plan.edition,
        createTime: now,
        expiresAt,
        buyerName: scope.userName?.slice(0, 30) ?? null,
        agreement: input.agreement ?? null,
      },
      as,
    );
    const { opens, seats, storageMb, lookups } = plan;
    await savePlanCopy(tx, id, {
      planId: plan.id,
      priceId: price.id,
      opens,
      seats,
      storageMb,
      lookups,
      buyerId: scope.userId,
    });
    const order = await findOrder(tx, id);
    if (!order) throw new Error('the order was not kept');
    const { enterpriseId } = order;
    if (input.agreement !== undefined)
      await agree(tx, {
        occasion: 'purchase',
        texts: [{ type: 'membership', edition: input.agreement }],
        userId: scope.userId,
        enterpriseId,
        field: 'agreement',
      });
    const agreed = input.agreement === undefined ? '' : `，同意会员协议第 ${input.agreement} 版`;
    await addLine(tx, {
      enterpriseId,
      orderId: id,
      at: now,
      by: 'enterprise',
      kind: 'ordered',
      title: `下单，应付按价目第 ${plan.edition} 版定为 ${yuanText(order.price)}`,
      detail: `${scope.userName ?? ''}选“${plan.name} ${price.year} 年”${agreed}`,
    });
    await addMissingAttempts(tx, order);
    if (asking.channels.length > 0)
      await addLine(tx, {
        enterpriseId,
        orderId: id,
        at: now,
        by: 'anlan',
        kind: 'opened',
        title: asking.channels.length > 1 ? '同时打开两个支付入口' : '打开支付入口',
        detail: asking.channels.map(({ vendor }) => `${vendorNames[vendor]} ${yuanText(order.price)}`).join('，'),
      });
    return id;
  }

  return {
    create: async (scope: Scope, input: OrderInput) =>
      db.scoped(scope, async (tx) => ({
        id: await open(tx, input, await chosen(tx, input), 'order.create'),
        version: 1,
      })),
    saveOrder: (scope: Scope, input: SaveOrder) =>
      db.scoped(scope, async (tx) => {
        const { enterpriseId } = scope;
        if (enterpriseId === null) throw new AppError('invalid', '请先选择企业');
        const choice = await chosen(tx, input);
        // If two buyers of one enterprise order at the same time, they share one order and both see the payment.
        await lockOrdersOf(tx, enterpriseId);
        const after = new Date(clock.now().getTime() + leastSeconds * 1000);
        const waiting = await payableOrders(tx, enterpriseId, after);
        const same = waiting.find(
          ({ priceId, price }) => priceId === choice.price.id && price === choice.price.transactionPrice,
        );
        // A new selection cancels the buyer's former order.
        const replaced = waiting.filter(({ id, buyerId }) => id !== same?.id && buyerId === scope.userId);
        for (const { id } of replaced) {
          await expireOrder(tx, id, clock.now());
          await hurry(tx);
        }
        const former = replaced.map(({ id, orderNo }) => ({ id, orderNo }));
        if (same) {
          const order = await findOrder(tx, same.id, { lock: true });
          // A payment on a phone may have closed the other vendor's attempt; here both are offered again.
          if (order) await addMissingAttempts(tx, order);
          return { id: same.id, former };
        }
        const { code, year, agreement } = input;
        const id = await open(tx, { enterpriseId, code, year, agreement }, choice, 'order.saveOrder');
        return { id, former };
      }),
    async wxpay(scope: Scope, { id }: { id: string }) {
      const channel = asking.requireChannel('wechat');
      const { order, attempt } = await attempts.begin(scope, id, { vendor: 'wechat', scene: 'code' });
      if (attempt.codeUrl !== null) return { codeUrl: attempt.codeUrl, expiresAt: attempt.expiresAt };
      const opened = await attempts.openAtVendor(scope, channel, order, attempt);
      if (!('codeUrl' in opened)) throw new Error('a native payment answers a code');
      await db.scoped(scope, (tx) => changeAttempt(tx, attempt.id, { code_url: opened.codeUrl }));
      return { codeUrl: opened.codeUrl, expiresAt: attempt.expiresAt };
    },
    async alipay(scope: Scope, { orderId }: { orderId: string }): Promise<Frame> {
      try {
        const channel = asking.requireChannel('alipay');
        const [order, attempt] = await db.read(scope, (tx) => payable(tx, orderId, 'alipay'));
        const opened = await attempts.openAtVendor(scope, channel, order, attempt);
        if (!('pageUrl' in opened)) throw new Error('a page payment answers an address');
        return { type: 'text/html; charset=utf-8', body: Buffer.alloc(0), redirectTo: opened.pageUrl };
      } catch (error) {
        // The payment frame shows the answer as a page, so errors are returned as HTML instead of JSON.
        if (error instanceof AppError && (error.code === 'invalid' || error.code === 'unavailable'))
          return page(error.message);
        throw error;
      }
    },
    async payMeal(scope: Scope, { orderId, code, year }: PayMeal) {
      const attempts = await db.read(scope, async (tx) => {
        const order = await findOrder(tx, orderId);
        if (!order || order.removedAt !== null) throw new AppError('notFound');
        if (order.code !== code || order.months !== year * 12) throw new AppError('invalid', '套餐或年数与订单不一致');
        return (await attemptsOf(tx, orderId)).filter(({ state, begun }) => state === 'open' && begun);
      });
      for (const attempt of attempts) await asking.askAttempt(scope.tenantId, attempt);
      await db.scoped(scope, (tx) =>
        audit.record(tx, { call: 'order.payMeal', objectType: 'order', objectId: orderId, note: dayOf(clock.now()) }),
      );
      return null;
    },
  };
}
