// Applies payment and refund results from vendors exactly once. Each transaction locks the order first, then its
// attempts.
import { yuanText } from '@anlan/contract/domain/yuan';
import { dayOf } from '@anlan/contract/domain/instant';
import { newId } from '#kernel/ids.ts';
import { writeHistory } from '#kit/history-store.ts';
import type { ModuleKit } from '#kit/module.ts';
import { nextNumber } from '#kit/number-store.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';
import type { PayVendor, RefundState } from '#platform/pay/port.ts';
import type { Changed, GrantedPlan } from '../membership/index.ts';
import { addLine } from './ledger-store.ts';
import {
  queryOthersNow,
  findAttemptByNumber,
  attemptsOf,
  changeAttempt,
  changeOrder,
  findOrder,
  type StoredAttempt,
  type StoredOrder,
} from './order-store.ts';
import { addRefund, changeRefund, findRefund, worstRefundState, type StoredRefund } from './refund-store.ts';
import { automaticRefund, nextRefundAskSeconds, vendorNames, vendorNumber } from './rules.ts';

export const dueQueue = 'order.due';

export interface ReceivedPayment {
  vendor: PayVendor;
  account: string;
  outTradeNo: string;
  amountFen: number | null;
  transactionId: string | null;
  paidAt: Date | null;
  /** Id of the vendor's notice; null when the result comes from a query to the vendor. */
  noticeId: string | null;
}
export type ApplyResult = 'applied' | 'known' | 'mismatch' | 'missing';

export interface ApplyingDeps {
  kit: Pick<ModuleKit, 'clock' | 'audit' | 'events' | 'jobs' | 'alarm' | 'publishToUsers' | 'refreshTodos'>;
  membership: {
    extend(tx: Tx, enterpriseId: string, given: GrantedPlan): Promise<Changed>;
    shorten(tx: Tx, enterpriseId: string, months: number): Promise<Changed | null>;
  };
}

export function createVendorResultHandler({ kit, membership }: ApplyingDeps) {
  const { clock, audit, events, jobs, publishToUsers: tell } = kit;
  const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

  /** Raises an alarm after the transaction commits. */
  const alarm = (tx: Tx, order: StoredOrder, note: string, cause: 'paymentOdd' | 'refundFailed' = 'paymentOdd') =>
    afterCommit(tx, () => kit.alarm(tx.scope.tenantId, cause, `订单 ${order.orderNo}：${note}`, order.id));

  /** Starts the job for due work as soon as the transaction commits. */
  const scheduleDueWork = (tx: Tx) =>
    jobs.sendUnlessWaiting(tx, dueQueue, {
      tenantId: tx.scope.tenantId,
      userId: tx.scope.userId ?? '',
      jobId: newId(),
    });

  /** Publishes the changed order to the enterprise's browsers and to other modules. */
  async function publishOrder(tx: Tx, { id, enterpriseId }: Pick<StoredOrder, 'id' | 'enterpriseId'>) {
    await events.emit(tx, 'order.changed', { ids: [id], enterpriseIds: [enterpriseId] });
    await tell(tx, { kinds: ['enterprise'], permit: 'bus:enterprise:pay', enterpriseId }, { type: 'statistics' });
  }

  async function moved(tx: Tx, order: StoredOrder, move: string, to: string, note: string) {
    const at = clock.now();
    const { id, enterpriseId, status } = order;
    await writeHistory(tx, { resource: 'order', rowId: id, enterpriseId, move, from: status, to, at, note, files: [] });
    await audit.record(tx, {
      call: `order.${move}`,
      objectType: 'order',
      objectId: id,
      enterpriseId,
      note,
      changes: status === to ? [] : [{ field: 'status', before: status, after: to }],
    });
    await publishOrder(tx, order);
  }

  /** Locks the order, then its attempts; returns the current state of the given attempt. */
  async function lockOrder(tx: Tx, orderId: string, attemptId: string) {
    const order = await findOrder(tx, orderId, { lock: true });
    const attempt = (await attemptsOf(tx, orderId, { lock: true })).find(({ id }) => id === attemptId);
    if (!order || !attempt) throw new Error('an attempt without its order');
    return { order, attempt };
  }

  async function differs(
    tx: Tx,
    order: StoredOrder,
    attempt: StoredAttempt,
    money: ReceivedPayment,
  ): Promise<ApplyResult> {
    const { vendor, amountFen, account, noticeId } = money;
    const amountText = amountFen === null ? '未说明金额' : yuanText(amountFen);
    const detail = `${vendorNames[vendor]}说收到 ${amountText}，商户 ${account}；本单应收 ${yuanText(attempt.amount)}，商户 ${attempt.account}`;
    if (order.problem !== detail.slice(0, 200)) {
      await addLine(tx, {
        enterpriseId: order.enterpriseId,
        orderId: order.id,
        at: clock.now(),
        by: vendor,
        kind: 'mismatch',
        title: '金额或商户不符，没有入账',
        detail,
        attemptId: attempt.id,
        noticeId,
      });
      await changeOrder(tx, order.id, { problem: detail.slice(0, 200) }, clock.now());
      await publishOrder(tx, order);
    }
    alarm(tx, order, detail);
    return 'mismatch';
  }

  async function markPaid(tx: Tx, order: StoredOrder, attempt: StoredAttempt, money: ReceivedPayment) {
    const now = clock.now();
    const { id: orderId, enterpriseId } = order;
    const changed = await membership.extend(tx, enterpriseId, {
      months: order.months + order.giftMonth,
      planCode: order.code,
      planName: order.name,
      opens: order.opens,
      seats: order.seats,
      storageMb: order.storageMb,
      lookups: order.lookups,
    });
    await changeOrder(
      tx,
      orderId,
      {
        status: 'paid',
        paid: order.price,
        payment_id: attempt.id,
        pay_kind: attempt.vendor,
        transaction_id: money.transactionId,
        paid_at: money.paidAt ?? now,
        membership_from: changed.from,
        membership_to: changed.to,
        problem: null,
      },
      now,
    );
    const gift = order.giftMonth > 0 ? `，赠 ${order.giftMonth} 个月` : '';
    await addLine(tx, {
      enterpriseId,
      orderId,
      at: now,
      by: 'anlan',
      kind: 'extended',
      title: `会员延长到 ${changed.to}`,
      detail: `${changed.from === null ? '首次开通' : `原到期日 ${changed.from}`}，加 ${order.months} 个月${gift}`,
    });
    await moved(
      tx,
      order,
      'paid',
      'paid',
      `${vendorNames[attempt.vendor]} ${yuanText(order.price)}，会员至 ${changed.to}`,
    );
    // Queries the order's other payment attempts now, to close them, so that nobody pays twice.
    await queryOthersNow(tx, orderId, now);
    await scheduleDueWork(tx);
  }

  async function refundAutomatically(tx: Tx, order: StoredOrder, attempt: StoredAttempt) {
    const { why, title } = automaticRefund(order);
    const [now, id] = [clock.now(), newId()];
    const refund = {
      id,
      enterpriseId: order.enterpriseId,
      orderId: order.id,
      attemptId: attempt.id,
      refundNo: await nextNumber(tx, 'TK', dayOf(now)),
      outRefundNo: vendorNumber(tx.scope.tenantId),
      amount: attempt.amount,
      months: 0,
      giftMonth: 0,
      automatic: true,
      state: 'sending' as const,
      reason: why,
      askedBy: null,
      askedByName: null,
      askedAt: now,
      askAt: now,
    };
    if (!(await addRefund(tx, refund))) return;
    await addLine(tx, {
      enterpriseId: order.enterpriseId,
      orderId: order.id,
      at: now,
      by: 'anlan',
      kind: 'refundSent',
      title,
      detail: `退款单 ${refund.refundNo} · 原路 · ${why}`,
      refundId: id,
    });
    await audit.record(tx, {
      call: 'order.refundAuto',
      objectType: 'order',
      objectId: order.id,
      enterpriseId: order.enterpriseId,
      note: `${refund.refundNo} ${yuanText(refund.amount)} ${why}`,
    });
    await scheduleDueWork(tx);
    alarm(tx, order, `${why}，${refund.refundNo} 自动退回`);
  }

  async function applyPayment(
    tx: Tx,
    money: ReceivedPayment,
  ): Promise<{ applied: ApplyResult; orderId: string | null }> {
    const attemptRow = await findAttemptByNumber(tx, money.outTradeNo);
    if (!attemptRow || attemptRow.vendor !== money.vendor) return { applied: 'missing', orderId: null };
    const { order, attempt } = await lockOrder(tx, attemptRow.orderId, attemptRow.id);
    const orderId = order.id;
    if (attempt.paidAt !== null) {
      const isOther = money.transactionId !== null && money.transactionId !== attempt.transactionId;
      if (isOther) alarm(tx, order, `同一笔支付有两个流水号：${attempt.transactionId}、${money.transactionId}`);
      return { applied: isOther ? 'mismatch' : 'known', orderId };
    }
    if (money.amountFen !== attempt.amount || money.account !== attempt.account || money.transactionId === null)
      return { applied: await differs(tx, order, attempt, money), orderId };
    const isAwaited = order.status === 'unpaid' && order.removedAt === null;
    const paidAt = money.paidAt ?? clock.now();
    await changeAttempt(tx, attempt.id, {
      state: isAwaited ? 'paid' : 'duplicate',
      paid_at: paidAt,
      transaction_id: money.transactionId,
      ask_at: null,
    });
    const isLate = order.paymentId === null;
    await addLine(tx, {
      enterpriseId: order.enterpriseId,
      orderId,
      at: clock.now(),
      by: money.vendor,
      kind: isAwaited ? 'paid' : isLate ? 'late' : 'paidAgain',
      title: `${vendorNames[money.vendor]}：${isAwaited ? '已付' : isLate ? '订单关闭后付款' : '又付了一次'}`,
      detail: `${money.noticeId === null ? '主动查询得知' : '通知验签通过'} · 流水号 ${money.transactionId} · 商户号与金额一致`,
      amount: attempt.amount,
      attemptId: attempt.id,
      noticeId: money.noticeId,
    });
    if (isAwaited) await markPaid(tx, order, attempt, money);
    else {
      await refundAutomatically(tx, order, attempt);
      await publishOrder(tx, order);
    }
    return { applied: 'applied', orderId };
  }

  /** Completes a refund: takes back its membership months and sets the state of the order. */
  async function finishRefund(
    tx: Tx,
    order: StoredOrder,
    attempt: StoredAttempt,
    refund: StoredRefund,
    refundState: RefundState,
  ) {
    const now = clock.now();
    const { enterpriseId } = order;
    await changeRefund(tx, refund.id, {
      state: 'done',
      finished_at: refundState.refundedAt ?? now,
      vendor_refund_no: refundState.vendorRefundNo,
      failure: null,
      ask_at: null,
    });
    await changeAttempt(tx, attempt.id, { refunded: attempt.refunded + refund.amount });
    await addLine(tx, {
      enterpriseId,
      orderId: order.id,
      at: now,
      by: refund.vendor,
      kind: 'refundDone',
      title: `退款到账 ${yuanText(refund.amount)}`,
      detail: `退款单 ${refund.refundNo}${refundState.vendorRefundNo === null ? '' : ` · 流水号 ${refundState.vendorRefundNo}`}`,
      amount: -refund.amount,
      refundId: refund.id,
    });
    if (attempt.id !== order.paymentId) {
      await publishOrder(tx, order);
      return;
    }
    const refunded = order.refunded + refund.amount;
    const back = refund.months + refund.giftMonth;
    const changed = back > 0 ? await membership.shorten(tx, enterpriseId, back) : null;
    const grave = await worstRefundState(tx, order.id, attempt.id);
    const status = refunded >= order.paid ? 'refunded' : statusWith(grave);
    await changeOrder(
      tx,
      order.id,
      {
        status,
        refunded,
        months_back: order.monthsBack + refund.months,
        gift_back: order.giftBack + refund.giftMonth,
        ...(changed ? { membership_to: changed.to } : {}),
        problem: null,
      },
      now,
    );
    if (changed)
      await addLine(tx, {
        enterpriseId,
        orderId: order.id,
        at: now,
        by: 'anlan',
        kind: 'shortened',
        title: `会员到期日改为 ${changed.to}`,
        detail: `原到期日 ${changed.from}，收回 ${refund.months} 个付费月${refund.giftMonth > 0 ? `和 ${refund.giftMonth} 个赠送月` : ''}`,
        refundId: refund.id,
      });
    await moved(tx, order, 'refundedBack', status, `${refund.refundNo} ${yuanText(refund.amount)}`);
  }

  /** Applies the refund state that the vendor reports. A final state never changes. */
  async function applyRefundState(tx: Tx, refundId: string, refundState: RefundState): Promise<ApplyResult> {
    const refundRow = await findRefund(tx, refundId);
    if (!refundRow) return 'missing';
    const { order, attempt } = await lockOrder(tx, refundRow.orderId, refundRow.attemptId);
    const refund = await findRefund(tx, refundId, { lock: true });
    if (!refund || refund.state === 'done' || refund.state === 'rejected' || refund.state === 'asked') return 'known';
    const again = later(nextRefundAskSeconds(refund.asked));
    switch (refundState.state) {
      case 'succeeded':
        if (refundState.amountFen !== null && refundState.amountFen !== refund.amount) {
          const problem = `退款单 ${refund.refundNo} 应退 ${yuanText(refund.amount)}，支付机构退了 ${yuanText(refundState.amountFen)}`;
          await changeOrder(tx, order.id, { problem }, clock.now());
          alarm(tx, order, problem, 'refundFailed');
          return 'mismatch';
        }
        await finishRefund(tx, order, attempt, refund, refundState);
        return 'applied';
      case 'failed':
      case 'closed':
        return fail(tx, order, attempt, refund, refundState.reason ?? '支付机构退款失败');
      case 'processing':
        await changeRefund(tx, refund.id, { state: 'sending', ask_at: again });
        if (refund.state !== 'sending') await updateOrderState(tx, order, attempt);
        return 'known';
      case 'unknown':
        await changeRefund(tx, refund.id, { state: 'unknown', ask_at: again });
        if (refund.state !== 'unknown') await updateOrderState(tx, order, attempt);
        return 'known';
    }
  }

  async function fail(tx: Tx, order: StoredOrder, attempt: StoredAttempt, refund: StoredRefund, why: string) {
    if (refund.state === 'failed') return 'known' as const;
    await changeRefund(tx, refund.id, { state: 'failed', failure: why.slice(0, 200), ask_at: null });
    await addLine(tx, {
      enterpriseId: order.enterpriseId,
      orderId: order.id,
      at: clock.now(),
      by: refund.vendor,
      kind: 'refundFailed',
      title: '退款失败',
      detail: `退款单 ${refund.refundNo} · ${why}`,
      refundId: refund.id,
    });
    alarm(tx, order, `退款单 ${refund.refundNo} 失败：${why}`, 'refundFailed');
    await updateOrderState(tx, order, attempt, `退款失败：${why}`.slice(0, 200));
    return 'applied' as const;
  }

  async function updateOrderState(tx: Tx, order: StoredOrder, attempt: Pick<StoredAttempt, 'id'>, problem?: string) {
    const isOwn = attempt.id === order.paymentId;
    const status = isOwn ? statusWith(await worstRefundState(tx, order.id, attempt.id)) : order.status;
    if (status !== order.status || problem !== undefined)
      await changeOrder(tx, order.id, { status, ...(problem === undefined ? {} : { problem }) }, clock.now());
    await publishOrder(tx, order);
  }

  return {
    takePayment: applyPayment,
    takeRefund: applyRefundState,
    hold: lockOrder,
    restate: updateOrderState,
    spread: publishOrder,
    moved,
    alarm,
    finish: finishRefund,
    hurry: scheduleDueWork,
  };
}

function statusWith(grave: string | null): string {
  if (grave === 'failed') return 'refundFailed';
  if (grave === 'unknown') return 'unknown';
  return grave === null ? 'paid' : 'refunding';
}

export type VendorResultHandler = ReturnType<typeof createVendorResultHandler>;
