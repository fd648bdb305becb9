// Talks with vendors: asks about attempts and refunds, closes what is over, sends refunds. No transaction is open meanwhile.
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { PayFault, type PayChannel, type PayState, type PayVendor } from '#platform/pay/port.ts';
import type { Applied, Applying } from './applying.ts';
import { write } from './ledger-store.ts';
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

/** How an attempt to close an order went. */
export type Closing = 'closed' | 'paid' | 'later' | 'over';
const batch = 50;
/** Refusals after which the same refund asked once more would fail again. */
const hopeless: ReadonlySet<string> = new Set(['balance', 'limit', 'refused', 'missing', 'conflict', 'closed', 'paid']);
const refusalWords: Readonly<Record<string, string>> = {
  balance: '商户账户余额不足',
  limit: '超过可退金额或退款期限',
  refused: '支付机构拒绝了请求，请检查商户配置',
  missing: '支付机构查不到这笔交易',
  conflict: '退款单号已用于另一笔退款',
  closed: '交易已关闭',
};

/** Opens the conversation with vendors. */
export function createAsking(
  { db, clock, channels }: Pick<ModuleKit, 'db' | 'clock' | 'channels'>,
  applying: Applying,
) {
  const channelFor = ({ vendor, account }: { vendor: PayVendor; account: string }): PayChannel | undefined =>
    channels.find((channel) => channel.vendor === vendor && channel.account === account);
  const inTenant = (tenantId: string) => systemScope('payment', tenantId);
  const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

  /** Applies what a vendor says of an attempt. */
  function take(tx: Tx, attempt: StoredAttempt, told: PayState): Promise<Applied | null> {
    if (told.state !== 'paid' && told.state !== 'refunded') return Promise.resolve(null);
    return applying
      .takePayment(tx, {
        vendor: attempt.vendor,
        account: told.account ?? attempt.account,
        outTradeNo: attempt.outTradeNo,
        amountFen: told.amountFen,
        transactionId: told.vendorTradeNo,
        paidAt: told.paidAt,
        noticeId: null,
      })
      .then(({ applied }) => applied);
  }

  /** Asks a vendor about an attempt and applies the answer; null where it could not be asked. */
  async function askAttempt(tenantId: string, attempt: StoredAttempt): Promise<PayState | null> {
    const channel = channelFor(attempt);
    if (!channel || !attempt.begun) return null;
    let told: PayState;
    try {
      told = await channel.query(attempt.outTradeNo);
    } catch (error) {
      if (!(error instanceof PayFault)) throw error;
      return null;
    }
    await db.scoped(inTenant(tenantId), (tx) => take(tx, attempt, told));
    return told;
  }

  /** Closes an attempt at its vendor, who is asked first; true once nobody can pay it any more. */
  async function endAttempt(tenantId: string, attempt: StoredAttempt): Promise<'ended' | 'paid' | 'later'> {
    const channel = channelFor(attempt);
    if (!attempt.begun || !channel) return 'ended';
    const told = await askAttempt(tenantId, attempt);
    if (told === null) return 'later';
    if (told.state === 'paid' || told.state === 'refunded') return 'paid';
    if (told.state === 'closed') return 'ended';
    try {
      await channel.close(attempt.outTradeNo);
      return 'ended';
    } catch (error) {
      if (!(error instanceof PayFault)) throw error;
      if (error.kind === 'closed' || error.kind === 'missing') return 'ended';
      // Paid between the question and the closing.
      if (error.kind === 'paid') await askAttempt(tenantId, attempt);
      return error.kind === 'paid' ? 'paid' : 'later';
    }
  }

  /** Gives an order up once no vendor can be paid for it any more. */
  async function close(tenantId: string, orderId: string, by: { scope: Scope | null; why: string }): Promise<Closing> {
    const open = await db.scoped(inTenant(tenantId), async (tx) => {
      const order = await findOrder(tx, orderId);
      return order?.status === 'unpaid'
        ? (await attemptsOf(tx, orderId)).filter(({ state }) => state === 'open')
        : null;
    });
    if (open === null) return 'over';
    for (const attempt of open) {
      const ended = await endAttempt(tenantId, attempt);
      if (ended !== 'ended') return ended;
    }
    return db.scoped(by.scope ?? inTenant(tenantId), async (tx) => {
      const order = await findOrder(tx, orderId, { lock: true });
      if (order?.status !== 'unpaid') return order?.status === 'closed' ? 'over' : 'paid';
      // An entrance that was opened meanwhile is asked about before it is given up.
      const known = new Set(open.filter(({ begun }) => begun).map(({ id }) => id));
      const now = await attemptsOf(tx, orderId, { lock: true });
      if (now.some(({ id, state, begun }) => state === 'open' && begun && !known.has(id))) return 'later';
      await closeAttempts(tx, orderId);
      await changeOrder(tx, orderId, { status: 'closed' }, clock.now());
      await write(tx, {
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

  /** An entrance of an order that waits for no money any more: closed, so that nobody pays twice. */
  async function endOther(tenantId: string, attempt: StoredAttempt): Promise<void> {
    if ((await endAttempt(tenantId, attempt)) !== 'ended') return;
    await db.scoped(inTenant(tenantId), async (tx) => {
      const { attempt: now } = await applying.hold(tx, attempt.orderId, attempt.id);
      if (now.state === 'open') await changeAttempt(tx, attempt.id, { state: 'closed', ask_at: null });
    });
  }

  /** Sends a refund to its vendor, under its own number, and applies the answer. */
  async function sendRefund(tenantId: string, refundId: string): Promise<void> {
    const refund = await db.scoped(inTenant(tenantId), (tx) => findRefund(tx, refundId));
    if (!refund || (refund.state !== 'sending' && refund.state !== 'unknown')) return;
    const channel = channelFor(refund);
    if (!channel) return;
    try {
      const told = await channel.refund({
        outTradeNo: refund.outTradeNo,
        outRefundNo: refund.outRefundNo,
        amountFen: refund.amount,
        totalFen: refund.attemptAmount,
        reason: refund.reason.slice(0, 80),
      });
      await db.scoped(inTenant(tenantId), (tx) => applying.takeRefund(tx, refundId, told));
    } catch (error) {
      if (!(error instanceof PayFault)) throw error;
      // Whoever was not reached may have done it: asked again under the same number.
      if (!hopeless.has(error.kind)) return;
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

  /** Asks how a refund stands; one that its vendor never heard of is sent. */
  async function askRefund(tenantId: string, refund: StoredRefund): Promise<void> {
    const channel = channelFor(refund);
    if (!channel) return;
    try {
      const told = await channel.queryRefund(refund);
      if (told.state === 'unknown') return await sendRefund(tenantId, refund.id);
      await db.scoped(inTenant(tenantId), (tx) => applying.takeRefund(tx, refund.id, told));
    } catch (error) {
      if (!(error instanceof PayFault)) throw error;
      if (error.kind === 'missing') await sendRefund(tenantId, refund.id);
    }
  }

  /** Everything of a tenant whose time has come; answers how many vendors were asked. */
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
      if (!isAwaited) await endOther(tenantId, attempt);
      else if (attempt.expiresAt > now) await askAttempt(tenantId, attempt);
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
      // The first time it is sent; from then on its vendor is asked before.
      else if (refund.asked <= 1) await sendRefund(tenantId, id);
      else await askRefund(tenantId, refund);
    }
    for (const id of due.overdue) {
      const went = await close(tenantId, id, { scope: null, why: '超过支付时间或改选了别的套餐' });
      // A vendor that cannot be reached keeps no other order waiting for long: it is the last of its row next time.
      if (went === 'later') break;
    }
    return due.attempts.length + due.refunds.length + due.overdue.length;
  }

  return {
    channels,
    channelFor,
    askAttempt,
    askRefund,
    close,
    sweepTenant,
    /** A vendor that an order can be paid at. */
    demandChannel(vendor: PayVendor): PayChannel {
      const channel = channels.find((one) => one.vendor === vendor);
      if (!channel) throw new AppError('invalid', `暂未开通${vendorNames[vendor]}`);
      return channel;
    },
  };
}

/** The conversation with vendors. */
export type Asking = ReturnType<typeof createAsking>;
