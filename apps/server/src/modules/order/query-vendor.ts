// Queries vendors about attempts and refunds, closes expired attempts and sends refunds. No transaction is open during
// a vendor call.
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { PayFault, type PayChannel, type PayState, type PayVendor } from '#platform/pay/port.ts';
import type { ApplyResult, VendorResultHandler } from './apply-vendor-result.ts';
import { addLine } from './ledger-store.ts';
import {
  attemptsOf,
  changeAttempt,
  changeOrder,
  closeAttempts,
  findOrder,
  overdueOrders,
  takeDueAttempts,
  type StoredAttempt,
} from './order-store.ts';
import { changeRefund, findRefund, takeDueRefunds, type StoredRefund } from './refund-store.ts';
import { nextAskSeconds, vendorNames } from './rules.ts';

export type CloseResult = 'closed' | 'paid' | 'later' | 'over';
const batch = 50;
/** Vendor errors after which the same refund fails on every retry. */
const permanentErrors: ReadonlySet<string> = new Set([
  'balance',
  'limit',
  'refused',
  'missing',
  'conflict',
  'closed',
  'paid',
]);
const refusalWords: Readonly<Record<string, string>> = {
  balance: '商户账户余额不足',
  limit: '超过可退金额或退款期限',
  refused: '支付机构拒绝了请求，请检查商户配置',
  missing: '支付机构查不到这笔交易',
  conflict: '退款单号已用于另一笔退款',
  closed: '交易已关闭',
};

export function createVendorQueries(
  { db, clock, channels }: Pick<ModuleKit, 'db' | 'clock' | 'channels'>,
  applying: VendorResultHandler,
) {
  const channelFor = ({ vendor, account }: { vendor: PayVendor; account: string }): PayChannel | undefined =>
    channels.find((channel) => channel.vendor === vendor && channel.account === account);
  const inTenant = (tenantId: string) => systemScope('payment', tenantId);
  const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

  function take(tx: Tx, attempt: StoredAttempt, payState: PayState): Promise<ApplyResult | null> {
    if (payState.state !== 'paid' && payState.state !== 'refunded') return Promise.resolve(null);
    return applying
      .takePayment(tx, {
        vendor: attempt.vendor,
        account: payState.account ?? attempt.account,
        outTradeNo: attempt.outTradeNo,
        amountFen: payState.amountFen,
        transactionId: payState.vendorTradeNo,
        paidAt: payState.paidAt,
        noticeId: null,
      })
      .then(({ applied }) => applied);
  }

  /** Queries the vendor about an attempt and applies the answer; null when the vendor cannot be reached. */
  async function queryAttempt(tenantId: string, attempt: StoredAttempt): Promise<PayState | null> {
    const channel = channelFor(attempt);
    if (!channel || !attempt.begun) return null;
    let payState: PayState;
    try {
      payState = await channel.query(attempt.outTradeNo);
    } catch (error) {
      if (!(error instanceof PayFault)) throw error;
      return null;
    }
    await db.scoped(inTenant(tenantId), (tx) => take(tx, attempt, payState));
    return payState;
  }

  /**
   * Queries the vendor, then closes the attempt at the vendor. `closed`: nobody can pay it any more. `missing`: the
   * vendor does not know it, so only a page that is still open can pay it. `later`: the vendor does not answer.
   */
  async function closeAttempt(
    tenantId: string,
    attempt: StoredAttempt,
  ): Promise<'closed' | 'missing' | 'paid' | 'later'> {
    const channel = channelFor(attempt);
    if (!attempt.begun || !channel) return 'missing';
    const payState = await queryAttempt(tenantId, attempt);
    if (payState === null) return 'later';
    if (payState.state === 'paid' || payState.state === 'refunded') return 'paid';
    if (payState.state === 'closed') return 'closed';
    try {
      return await channel.close(attempt.outTradeNo);
    } catch (error) {
      if (!(error instanceof PayFault)) throw error;
      // The customer paid after the query and before the close request.
      if (error.kind === 'paid') await queryAttempt(tenantId, attempt);
      return error.kind === 'paid' ? 'paid' : 'later';
    }
  }

  /** Closes an order after every vendor confirms that its attempt cannot be paid. */
  async function close(
    tenantId: string,
    orderId: string,
    by: { scope: Scope | null; why: string },
  ): Promise<CloseResult> {
    const open = await db.scoped(inTenant(tenantId), async (tx) => {
      const order = await findOrder(tx, orderId);
      return order?.status === 'unpaid'
        ? (await attemptsOf(tx, orderId)).filter(({ state }) => state === 'open')
        : null;
    });
    if (open === null) return 'over';
    for (const attempt of open) {
      const ended = await closeAttempt(tenantId, attempt);
      if (ended === 'paid' || ended === 'later') return ended;
    }
    return db.scoped(by.scope ?? inTenant(tenantId), async (tx) => {
      const order = await findOrder(tx, orderId, { lock: true });
      if (order?.status !== 'unpaid') return order?.status === 'closed' ? 'over' : 'paid';
      // Queries the attempts that a customer opened during the first queries, before the order is closed.
      const queriedIds = new Set(open.filter(({ begun }) => begun).map(({ id }) => id));
      const now = await attemptsOf(tx, orderId, { lock: true });
      if (now.some(({ id, state, begun }) => state === 'open' && begun && !queriedIds.has(id))) return 'later';
      await closeAttempts(tx, orderId);
      await changeOrder(tx, orderId, { status: 'closed' }, clock.now());
      await addLine(tx, {
        enterpriseId: order.enterpriseId,
        orderId,
        at: clock.now(),
        by: by.scope === null ? 'anlan' : 'enterprise',
        kind: 'closed',
        title: '订单关闭',
        detail: `${by.why}；关闭前已向支付机构核对，没有收到付款`,
      });
      await applying.moved(tx, order, 'close', 'closed', by.why);
      return 'closed';
    });
  }

  /** Closes an open attempt of a paid or closed order, so that nobody pays twice. */
  async function closeOtherAttempt(tenantId: string, attempt: StoredAttempt): Promise<void> {
    const ended = await closeAttempt(tenantId, attempt);
    if (ended === 'paid' || ended === 'later') return;
    await db.scoped(inTenant(tenantId), async (tx) => {
      const { attempt: now } = await applying.hold(tx, attempt.orderId, attempt.id);
      if (now.state === 'open') await changeAttempt(tx, attempt.id, { state: 'closed', ask_at: null });
    });
  }

  async function sendRefund(tenantId: string, refundId: string): Promise<void> {
    const refund = await db.scoped(inTenant(tenantId), (tx) => findRefund(tx, refundId));
    if (!refund || (refund.state !== 'sending' && refund.state !== 'unknown')) return;
    const channel = channelFor(refund);
    if (!channel) return;
    try {
      const refundState = await channel.refund({
        outTradeNo: refund.outTradeNo,
        outRefundNo: refund.outRefundNo,
        amountFen: refund.amount,
        totalFen: refund.attemptAmount,
        reason: refund.reason.slice(0, 80),
      });
      await db.scoped(inTenant(tenantId), (tx) => applying.takeRefund(tx, refundId, refundState));
    } catch (error) {
      if (!(error instanceof PayFault)) throw error;
      // Only permanent errors end the refund. After a network failure the vendor may have refunded, so the retry uses
      // the same number.
      if (!permanentErrors.has(error.kind)) return;
      const reason = `${refusalWords[error.kind] ?? '支付机构拒绝退款'}${error.code === null ? '' : `（${error.code}）`}`;
      await db.scoped(inTenant(tenantId), (tx) =>
        applying.takeRefund(tx, refundId, {
          state: 'failed',
          amountFen: null,
          vendorRefundNo: null,
          refundedAt: null,
          reason,
        }),
      );
    }
  }

  /** Queries a refund, and sends it when the vendor has no record of it. */
  async function queryRefund(tenantId: string, refund: StoredRefund): Promise<void> {
    const channel = channelFor(refund);
    if (!channel) return;
    try {
      const refundState = await channel.queryRefund(refund);
      if (refundState.state === 'unknown') return await sendRefund(tenantId, refund.id);
      await db.scoped(inTenant(tenantId), (tx) => applying.takeRefund(tx, refund.id, refundState));
    } catch (error) {
      if (!(error instanceof PayFault)) throw error;
      if (error.kind === 'missing') await sendRefund(tenantId, refund.id);
    }
  }

  async function sweepTenant(tenantId: string): Promise<number> {
    const scope = inTenant(tenantId);
    const now = clock.now();
    const due = await db.scoped(scope, async (tx) => ({
      attempts: await takeDueAttempts(tx, now, batch),
      refunds: await takeDueRefunds(tx, now, batch),
      overdue: await overdueOrders(tx, now, batch),
    }));
    for (const attempt of due.attempts) {
      const isAwaited = await db.scoped(
        scope,
        async (tx) => (await findOrder(tx, attempt.orderId))?.status === 'unpaid',
      );
      if (!isAwaited) await closeOtherAttempt(tenantId, attempt);
      else if (attempt.expiresAt > now) await queryAttempt(tenantId, attempt);
      await db.scoped(scope, async (tx) => {
        const [one] = (await attemptsOf(tx, attempt.orderId)).filter(({ id }) => id === attempt.id);
        if (one?.state !== 'open') return;
        await changeAttempt(tx, attempt.id, { ask_at: later(nextAskSeconds(attempt.asked)) });
      });
    }
    for (const id of due.refunds) {
      const refund = await db.scoped(scope, (tx) => findRefund(tx, id));
      if (refund?.state !== 'sending' && refund?.state !== 'unknown')
        await db.scoped(scope, (tx) => changeRefund(tx, id, { ask_at: null }));
      else if (refund.asked <= 1) await sendRefund(tenantId, id);
      else await queryRefund(tenantId, refund);
    }
    for (const id of due.overdue) {
      const went = await close(tenantId, id, { scope: null, why: '超过支付时间或改选了别的套餐' });
      // The vendor cannot be reached and must not delay other orders, so this run stops here.
      if (went === 'later') break;
    }
    return due.attempts.length + due.refunds.length + due.overdue.length;
  }

  return {
    channels,
    channelFor,
    askAttempt: queryAttempt,
    closeAttempt,
    askRefund: queryRefund,
    close,
    sweepTenant,
    requireChannel(vendor: PayVendor): PayChannel {
      const channel = channels.find((one) => one.vendor === vendor);
      if (!channel) throw new AppError('invalid', `暂未开通${vendorNames[vendor]}`);
      return channel;
    },
  };
}

export type VendorQueries = ReturnType<typeof createVendorQueries>;
