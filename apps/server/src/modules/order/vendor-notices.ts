// Receives vendor notices: verifies, stores and applies them. A repeated notice has one effect.
import { systemScope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { newId } from '#kernel/ids.ts';
import { dayOf } from '@anlan/contract/domain/instant';
import { nextNumber } from '#kit/number-store.ts';
import type { Tx } from '#platform/db/index.ts';
import {
  PayNoticeRefused,
  type NoticeRequest,
  type PayNotice,
  type PayVendor,
  type RefundState,
} from '#platform/pay/port.ts';
import type { ApplyResult, VendorResultHandler } from './apply-vendor-result.ts';
import {
  findNotice,
  saveNotice,
  noticesAbout,
  settleNotice,
  waitingNotices,
  type StoredNotice,
} from './ledger-store.ts';
import { findAttemptByNumber } from './order-store.ts';
import { addRefund, findRefund, findRefundIdByNumber } from './refund-store.ts';
import { refundBreakdown, tenantOf } from './rules.ts';

export interface NoticeAnswer {
  status: number;
  contentType: string;
  body: string;
}
const outcomes: Readonly<Record<ApplyResult, StoredNotice['state']>> = {
  applied: 'applied',
  known: 'ignored',
  mismatch: 'mismatch',
  missing: 'waiting',
};
const batch = 50;

const moment = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const fen = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export function createVendorNotices(
  {
    db,
    clock,
    channels,
    tenantIds,
    alarm,
    reportForgedCallback: forged,
  }: Pick<ModuleKit, 'db' | 'clock' | 'channels' | 'tenantIds' | 'alarm' | 'reportForgedCallback'>,
  { takePayment, takeRefund, hold, finish }: VendorResultHandler,
) {
  async function adoptRefund(tx: Tx, notice: StoredNotice, refundState: RefundState): Promise<ApplyResult> {
    const attempt = await findAttemptByNumber(tx, notice.outTradeNo);
    if (!attempt?.paidAt || refundState.state !== 'succeeded' || refundState.amountFen === null) return 'missing';
    const { order, attempt: held } = await hold(tx, attempt.orderId, attempt.id);
    if (held.refunded + refundState.amountFen > held.amount) return 'mismatch';
    const isOwn = held.id === order.paymentId;
    const isWhole = isOwn && order.refunded + refundState.amountFen >= order.paid;
    const back = isWhole ? refundBreakdown(order) : { months: 0, giftMonth: 0 };
    const now = clock.now();
    const id = newId();
    const added = await addRefund(tx, {
      id,
      enterpriseId: order.enterpriseId,
      orderId: order.id,
      attemptId: held.id,
      refundNo: await nextNumber(tx, 'TK', dayOf(now)),
      outRefundNo: notice.outRefundNo ?? notice.noticeNo,
      amount: refundState.amountFen,
      months: back.months,
      giftMonth: back.giftMonth,
      automatic: true,
      state: 'sending',
      reason: '在支付机构后台直接退款',
      askedBy: null,
      askedByName: null,
      askedAt: now,
      askAt: null,
    });
    if (!added) return 'mismatch';
    const refund = await findRefund(tx, id, { lock: true });
    if (refund) await finish(tx, order, held, refund, refundState);
    return 'applied';
  }

  /** Applies a stored notice and sets its result in the same transaction. */
  async function apply(tx: Tx, notice: StoredNotice): Promise<ApplyResult> {
    const { facts } = notice;
    if (notice.kind === 'payment') {
      const state = facts['state'];
      if (state !== 'paid' && state !== 'refunded') {
        await settleNotice(tx, notice.id, 'ignored', null);
        return 'known';
      }
      const { applied, orderId } = await takePayment(tx, {
        vendor: notice.vendor,
        account: text(facts['account']) ?? notice.account,
        outTradeNo: notice.outTradeNo,
        amountFen: fen(facts['amountFen']),
        transactionId: text(facts['vendorTradeNo']),
        paidAt: moment(facts['paidAt']),
        noticeId: notice.id,
      });
      await settleNotice(tx, notice.id, applied === 'missing' ? 'mismatch' : outcomes[applied], orderId);
      // Applies refund notices that arrived before this payment notice.
      if (applied === 'applied')
        for (const other of await noticesAbout(tx, [notice.outTradeNo]))
          if (other.kind === 'refund' && other.state === 'waiting') await apply(tx, other);
      return applied;
    }
    const refundState: RefundState = {
      state: facts['state'] as RefundState['state'],
      amountFen: fen(facts['amountFen']),
      vendorRefundNo: text(facts['vendorRefundNo']),
      refundedAt: moment(facts['refundedAt']),
      reason: text(facts['reason']),
    };
    const id = notice.outRefundNo === null ? null : await findRefundIdByNumber(tx, notice.outRefundNo);
    const applied = id === null ? await adoptRefund(tx, notice, refundState) : await takeRefund(tx, id, refundState);
    const attempt = await findAttemptByNumber(tx, notice.outTradeNo);
    await settleNotice(tx, notice.id, outcomes[applied], attempt?.orderId ?? null);
    return applied;
  }

  /** Stores a verified notice. The vendor gets a success answer once it is stored. */
  async function keep(vendor: PayVendor, account: string, notice: PayNotice) {
    const named = tenantOf(notice.outTradeNo);
    const tenantId = named !== null && (await tenantIds()).includes(named) ? named : null;
    if (tenantId === null) {
      await alarm('0', 'paymentOdd', `收到不属于任何单位的支付通知：${notice.outTradeNo}`, notice.outTradeNo);
      return null;
    }
    const storedNotice = await db.scoped(systemScope('payment notice', tenantId), (tx) =>
      saveNotice(tx, vendor, account, notice, clock.now()),
    );
    return { tenantId, ...storedNotice };
  }

  const applyStored = (tenantId: string, id: string): Promise<ApplyResult> =>
    db.scoped(systemScope('payment notice', tenantId), async (tx) => {
      const notice = await findNotice(tx, id);
      return notice ? apply(tx, notice) : 'missing';
    });

  return {
    apply,
    /** Receives a vendor's notice. Forged and expired notices change nothing and raise no alarm. */
    async takeNotice(vendor: PayVendor, account: string, request: NoticeRequest): Promise<NoticeAnswer | null> {
      const channel = channels.find((one) => one.vendor === vendor && one.account === account);
      if (!channel) return null;
      let notice: PayNotice;
      try {
        notice = await channel.readNotice(request);
      } catch (error) {
        if (!(error instanceof PayNoticeRefused)) throw error;
        if (error.why !== 'foreign') {
          forged('0', vendor === 'wechat' ? `微信支付 ${account}` : `支付宝 ${account}`);
          return channel.noticeAnswer(false);
        }
        // A valid notice for another merchant raises an alarm; repeats raise no further alarm (S48).
        await alarm('0', 'paymentOdd', `收到别的商户的支付通知：${error.message}`, `${vendor} ${account}`);
        return channel.noticeAnswer(true);
      }
      const storedNotice = await keep(vendor, account, notice);
      if (storedNotice && storedNotice.state === 'waiting')
        try {
          if ((await applyStored(storedNotice.tenantId, storedNotice.id)) === 'missing')
            await alarm(
              storedNotice.tenantId,
              'paymentOdd',
              `支付通知没有对应的订单：${notice.outTradeNo}`,
              notice.outTradeNo,
            );
        } catch {
          // Answers success, because the notice is stored and the next sweep applies it.
        }
      return channel.noticeAnswer(true);
    },
    async applyWaiting(tenantId: string): Promise<void> {
      const scope = systemScope('payment notice', tenantId);
      const before = new Date(clock.now().getTime() - 3_000);
      const waiting = await db.scoped(scope, (tx) => waitingNotices(tx, before, batch));
      for (const { id } of waiting) await applyStored(tenantId, id);
    },
  };
}
