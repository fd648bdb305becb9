/**
 * order: orders (订单) of enterprises for plans, their payments and memberships. Only a vendor's notice or answer marks
 * an order as paid. The ledger records each fen.
 */
import { orderCalls } from '@anlan/contract/modules/order/calls';
import { order } from '@anlan/contract/modules/order/resource';
import type { InputOf } from '@anlan/contract/http/call-table';
import { AppError } from '#kernel/errors.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import type { JobPayload } from '#platform/jobs/index.ts';
import { contentModule } from '../content/index.ts';
import { membershipModule } from '../membership/index.ts';
import { planModule } from '../plan/index.ts';
import { sessionModule } from '../session/index.ts';
import { createVendorResultHandler, dueQueue } from './apply-vendor-result.ts';
import { createVendorQueries } from './query-vendor.ts';
import { createBills } from './bill-reconciliation.ts';
import { createBooks } from './ledger-page.ts';
import { createInvoices } from './invoices.ts';
import { createVendorNotices } from './vendor-notices.ts';
import { noticesAbout } from './ledger-store.ts';
import { attemptsOf, findOrder, idsWithOpenAttempt } from './order-store.ts';
import { ordersConditions } from './conditions-store.ts';
import { createCheckout } from './checkout.ts';
import { createPayAttempts } from './pay-attempts.ts';
import { createPhoneCheckout } from './phone-checkout.ts';
import { createRefunds } from './refunds.ts';
import { findRefund, refundsOf } from './refund-store.ts';
import { seedOrderDays, seedOrders } from './seed-store.ts';
import { refundsAfter, refundTodos } from './refund-todo-store.ts';

type Calls = typeof orderCalls;

export const orderModule = defineModule('order', {
  needs: { content: contentModule, membership: membershipModule, plan: planModule, session: sessionModule },
  open({ kit, content, membership, plan, session }) {
    const { db, jobs, audit } = kit;
    const applying = createVendorResultHandler({ kit, membership });
    const asking = createVendorQueries(kit, applying);
    const noticing = createVendorNotices(kit, applying);
    const invoicing = createInvoices(kit);
    const orders = openResource(order, kit, {
      conditions: (_tx, filter) => ordersConditions(filter),
      mayChange: (verb, row) => verb === 'update' || row.status === 'unpaid' || row.status === 'closed',
      mayMove: (move, row, scope) => invoicing.mayMove(move, row, scope),
      beforeMove: (tx, move, row, input) => invoicing.beforeMove(tx, move, row, input),
      moved: async (tx, move, row, input) => invoicing.moved(tx, move, row, input),
      async beforeRemove(tx, row) {
        if (row.status === 'unpaid' && (await idsWithOpenAttempt(tx, [row.id])).has(row.id))
          throw new AppError('invalid', '支付入口还开着，请先关闭订单再删除');
      },
      async compute(tx, rows) {
        const waiting = rows.filter((row) => row.status === 'unpaid').map(({ id }) => id);
        const open = waiting.length === 0 ? new Set<string>() : await idsWithOpenAttempt(tx, waiting);
        return new Map(rows.map(({ id }) => [id, { isOpening: open.has(id) }]));
      },
    });
    const refunding = createRefunds({
      kit,
      applying,
      foresee: (tx, enterpriseId) => membership.previewEnd(tx, enterpriseId),
      proveFactor: (scope, code) => session.proveFactor(scope, code),
      secondPersons: session.secondPersons,
    });
    const acts = {
      async ask(scope: Scope, { id }: { id: string }) {
        const { attempts, refunds } = await db.read(scope, async (tx) => {
          await demand(tx, id);
          return { attempts: await attemptsOf(tx, id), refunds: await openRefunds(tx, id) };
        });
        const words: string[] = [];
        for (const attempt of attempts) {
          const payState = await asking.askAttempt(scope.tenantId, attempt);
          words.push(
            `${attempt.vendor === 'wechat' ? '微信' : '支付宝'}：${payState ? stateWords[payState.state] : '没有打开或没有答复'}`,
          );
        }
        for (const refund of refunds) await asking.askRefund(scope.tenantId, refund);
        if (refunds.length > 0) words.push(`退款 ${refunds.length} 笔已核对`);
        await note(scope, 'ask', id, words.join('；'));
        return { message: words.join('；') || '没有可以查询的支付' };
      },
      async replay(scope: Scope, { id }: { id: string }) {
        const outcome = await db.scoped(systemScope('replay', scope.tenantId, scope), async (tx) => {
          const trades = (await attemptsOf(tx, id)).map(({ outTradeNo }) => outTradeNo);
          const notices = trades.length === 0 ? [] : await noticesAbout(tx, trades);
          let applied = 0;
          for (const one of notices) if ((await noticing.apply(tx, one)) === 'applied') applied += 1;
          return { all: notices.length, applied };
        });
        const message = `${outcome.all} 条通知，${outcome.applied} 条新入账，其余此前已处理`;
        await note(scope, 'replay', id, message);
        return { message };
      },
    };
    const bills = createBills({ kit, acts: { ...acts, refund: refunding.refundAsk } });
    const books = createBooks(kit);
    const payAttempts = createPayAttempts(kit, asking);
    const onPhone = createPhoneCheckout({ kit, asking, attempts: payAttempts, states: session.payerStates });
    const paying = createCheckout({
      kit,
      asking,
      attempts: payAttempts,
      hurry: applying.hurry,
      agreed: (tx, agreeing) => content.agreed(tx, agreeing),
      choosePrice: plan.chosen,
      // Creates an order with the server-set fields; the schemas of the calls do not accept them.
      add: (tx, facts, as) => orders.add(tx, facts, as),
    });

    async function demand(tx: Tx, id: string) {
      const orderRow = await findOrder(tx, id);
      if (!orderRow || orderRow.removedAt !== null) throw new AppError('notFound');
      return orderRow;
    }
    const note = (scope: Scope, verb: string, id: string, text: string) =>
      db.scoped(scope, async (tx) => {
        const { enterpriseId } = await demand(tx, id);
        return audit.record(tx, { call: `order.${verb}`, objectType: 'order', objectId: id, enterpriseId, note: text });
      });
    const openRefunds = async (tx: Tx, orderId: string) =>
      (await refundsOf(tx, orderId)).filter(({ state }) => state === 'sending' || state === 'unknown');

    const sweepTenant = async (tenantId: string) => {
      await noticing.applyWaiting(tenantId);
      return asking.sweepTenant(tenantId);
    };
    jobs.work(dueQueue, async ({ tenantId }: JobPayload) => {
      await sweepTenant(tenantId);
    });

    return {
      ...orders,
      ...refunding,
      ...acts,
      ...bills,
      ...books,
      ...paying,
      ...onPhone,
      page1: orders.page,
      pageByInvoice: (scope: Scope, { filter, ...rest }: InputOf<Calls['pageByInvoice']>) =>
        orders.page(scope, {
          ...rest,
          filter: filter.invoiceStatus?.length
            ? filter
            : { ...filter, invoiceStatus: ['applied', 'issued', 'reversed'] },
        }),
      async close(scope: Scope, { id, version }: InputOf<Calls['close']>) {
        await db.scoped(scope, async (tx) => {
          const row = await orders.lockRow(tx, id, version);
          if (row.status !== 'unpaid') throw new AppError('invalid', '只有待支付的订单可以关闭');
        });
        const went = await asking.close(scope.tenantId, id, { scope, why: `${scope.userName ?? ''}关闭` });
        if (went === 'paid') throw new AppError('invalid', '订单刚刚支付成功，不能关闭');
        if (went === 'later') throw new AppError('unavailable', '支付机构暂时没有答复，请稍后再关闭');
        return { id, version: version + 1 };
      },
      takeNotice: noticing.takeNotice,
      async sweep() {
        if (kit.channels.length === 0) return;
        await eachTenant(await kit.tenantIds(), sweepTenant);
      },
      sweepTenant,
      wanted: async (tx: Tx, ids: readonly string[]) =>
        (await Promise.all(ids.map((id) => findRefund(tx, id)))).flatMap(refundTodos),
    };
  },
  calls: orderCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, orders) =>
      (await orders.exists(tx, { enterpriseId: ids })) ? '名下还有订单，不能删除' : null,
  },
  todos: (orders) => [{ type: 'refund', wanted: orders.wanted, after: refundsAfter }],
  nightly: {
    // Closes overdue unpaid orders. Needed even when no payment vendor is configured.
    overdue: { at: '5 * * * *', run: (orders, scope) => orders.sweepTenant(scope.tenantId) },
    balance: { at: '40 2 * * *', run: (orders, scope) => orders.checkNightly(scope) },
    bills: { at: '30 10,14,18 * * *', run: (orders, scope) => orders.compareDue(scope) },
  },
  often: { sweep: (orders) => orders.sweep() },
  seed: seedOrders,
  seedDays: seedOrderDays,
});

const stateWords = {
  unpaid: '未支付',
  paid: '已支付',
  closed: '已关闭',
  refunded: '已退款',
  unknown: '还没有人扫码',
} as const;
