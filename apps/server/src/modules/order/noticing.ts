// Notices of vendors: verified by their channel, kept, and only then applied; each as often as it comes, with one effect.
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
import type { Applied, Applying } from './applying.ts';
import {
  findNotice,
  keepNotice,
  noticesAbout,
  settleNotice,
  waitingNotices,
  type StoredNotice,
} from './ledger-store.ts';
import { attemptNumbered } from './order-store.ts';
import { addRefund, findRefund, refundNumbered } from './refund-store.ts';
import { backOf, tenantOf } from './rules.ts';

/** What is sent back to whoever sent a notice. */
export interface NoticeAnswer {
  status: number;
  contentType: string;
  body: string;
}
const outcomes: Readonly<Record<Applied, StoredNotice['state']>> = {
  applied: 'applied',
  known: 'ignored',
  mismatch: 'mismatch',
  missing: 'waiting',
};
const batch = 50;

const moment = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const fen = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Opens the inbox of notices. */
export function createNoticing(
  {
    db,
    clock,
    channels,
    tenantIds,
    alarm,
    forged,
  }: Pick<ModuleKit, 'db' | 'clock' | 'channels' | 'tenantIds' | 'alarm' | 'forged'>,
  { takePayment, takeRefund, hold, finish }: Applying,
) {
  /** A refund that its vendor made without us: written down as it was, with all that it takes back. */
  async function adoptRefund(tx: Tx, notice: StoredNotice, told: RefundState): Promise<Applied> {
    const attempt = await attemptNumbered(tx, notice.outTradeNo);
    if (!attempt?.paidAt || told.state !== 'succeeded' || told.amountFen === null) return 'missing';
    const { order, attempt: held } = await hold(tx, attempt.orderId, attempt.id);
    if (held.refunded + told.amountFen > held.amount) return 'mismatch';
    const isOwn = held.id === order.paymentId;
    const isWhole = isOwn && order.refunded + told.amountFen >= order.paid;
    const back = isWhole ? backOf(order) : { months: 0, giftMonth: 0 };
    const now = clock.now();
    const id = newId();
    const added = await addRefund(tx, {
      id,
      enterpriseId: order.enterpriseId,
      orderId: order.id,
      attemptId: held.id,
      refundNo: await nextNumber(tx, 'TK', dayOf(now)),
      outRefundNo: notice.outRefundNo ?? notice.noticeNo,
      amount: told.amountFen,
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
    if (refund) await finish(tx, order, held, refund, told);
    return 'applied';
  }

  /** Applies a kept notice, in the transaction that says what became of it. */
  async function apply(tx: Tx, notice: StoredNotice): Promise<Applied> {
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
      // What told of a refund before it told of the payment is applied now.
      if (applied === 'applied')
        for (const other of await noticesAbout(tx, [notice.outTradeNo]))
          if (other.kind === 'refund' && other.state === 'waiting') await apply(tx, other);
      return applied;
    }
    const told: RefundState = {
      state: facts['state'] as RefundState['state'],
      amountFen: fen(facts['amountFen']),
      vendorRefundNo: text(facts['vendorRefundNo']),
      refundedAt: moment(facts['refundedAt']),
      reason: text(facts['reason']),
    };
    const id = notice.outRefundNo === null ? null : await refundNumbered(tx, notice.outRefundNo);
    const applied = id === null ? await adoptRefund(tx, notice, told) : await takeRefund(tx, id, told);
    const attempt = await attemptNumbered(tx, notice.outTradeNo);
    await settleNotice(tx, notice.id, outcomes[applied], attempt?.orderId ?? null);
    return applied;
  }

  /** Keeps a verified notice; that it was kept is what its vendor is told. */
  async function keep(vendor: PayVendor, account: string, notice: PayNotice) {
    const named = tenantOf(notice.outTradeNo);
    const tenantId = named !== null && (await tenantIds()).includes(named) ? named : null;
    if (tenantId === null) {
      await alarm('0', 'paymentOdd', `收到不属于任何单位的支付通知：${notice.outTradeNo}`, notice.outTradeNo);
      return null;
    }
    const kept = await db.scoped(systemScope('payment notice', tenantId), (tx) =>
      keepNotice(tx, vendor, account, notice, clock.now()),
    );
    return { tenantId, ...kept };
  }

  /** Applies a notice by its id, in a transaction of its own. */
  const applyKept = (tenantId: string, id: string): Promise<Applied> =>
    db.scoped(systemScope('payment notice', tenantId), async (tx) => {
      const notice = await findNotice(tx, id);
      return notice ? apply(tx, notice) : 'missing';
    });

  return {
    apply,
    /** Takes in what came to a vendor's door; forged and late notices change nothing and hear nothing. */
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
        // The vendor's own word about another merchant: somebody must look, and hearing it again tells no more (S48).
        await alarm('0', 'paymentOdd', `收到别的商户的支付通知：${error.message}`, `${vendor} ${account}`);
        return channel.noticeAnswer(true);
      }
      const kept = await keep(vendor, account, notice);
      if (kept && kept.state === 'waiting')
        try {
          if ((await applyKept(kept.tenantId, kept.id)) === 'missing')
            await alarm(kept.tenantId, 'paymentOdd', `支付通知没有对应的订单：${notice.outTradeNo}`, notice.outTradeNo);
        } catch {
          // It is kept: the next sweep applies it, whatever stood in its way now.
        }
      return channel.noticeAnswer(true);
    },
    /** Applies notices that still wait. */
    async applyWaiting(tenantId: string): Promise<void> {
      const scope = systemScope('payment notice', tenantId);
      const before = new Date(clock.now().getTime() - 3_000);
      const waiting = await db.scoped(scope, (tx) => waitingNotices(tx, before, batch));
      for (const { id } of waiting) await applyKept(tenantId, id);
    },
  };
}
