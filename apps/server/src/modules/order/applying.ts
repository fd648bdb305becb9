// What a payment or a refund does, exactly once: in one transaction that holds the order first, then what belongs to it.
import { sayYuan } from '@anlan/contract/domain/yuan';
import { dayOf } from '@anlan/contract/domain/instant';
import { newId } from '#kernel/ids.ts';
import { writeHistory } from '#kit/history-store.ts';
import type { ModuleKit } from '#kit/module.ts';
import { nextNumber } from '#kit/number-store.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';
import type { PayVendor, RefundState } from '#platform/pay/port.ts';
import type { Changed, GrantedPlan } from '../membership/index.ts';
import { write } from './ledger-store.ts';
import {
  askOthers,
  attemptNumbered,
  attemptsOf,
  changeAttempt,
  changeOrder,
  findOrder,
  type StoredAttempt,
  type StoredOrder,
} from './order-store.ts';
import { addRefund, changeRefund, findRefund, gravestOf, type StoredRefund } from './refund-store.ts';
import { nextRefundAskSeconds, vendorNames, vendorNumber } from './rules.ts';

/** Queue that does at once what the next sweep would do. */
export const dueQueue = 'order.due';

/** Money that a vendor says has come in. */
export interface Income {
  vendor: PayVendor;
  account: string;
  outTradeNo: string;
  amountFen: number | null;
  transactionId: string | null;
  paidAt: Date | null;
  /** The notice that says so; null where the vendor was asked. */
  noticeId: string | null;
}
/** What became of something that a vendor told. */
export type Applied = 'applied' | 'known' | 'mismatch' | 'missing';

/** What applying depends on. */
export interface ApplyingDeps {
  kit: Pick<ModuleKit, 'clock' | 'audit' | 'events' | 'jobs' | 'alarm' | 'tell' | 'touched'>;
  membership: {
    extend(tx: Tx, enterpriseId: string, given: GrantedPlan): Promise<Changed>;
    shorten(tx: Tx, enterpriseId: string, months: number): Promise<Changed | null>;
  };
}

/** Applies what vendors tell. */
export function createApplying({ kit, membership }: ApplyingDeps) {
  const { clock, audit, events, jobs, tell } = kit;
  const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

  /** An alarm once the transaction stands. */
  const alarm = (tx: Tx, order: StoredOrder, note: string, cause: 'paymentOdd' | 'refundFailed' = 'paymentOdd') =>
    afterCommit(tx, () => kit.alarm(tx.scope.tenantId, cause, `订单 ${order.orderNo}：${note}`, order.id));

  /** What has come due is done as soon as the transaction stands. */
  const hurry = (tx: Tx) =>
    jobs.sendUnlessWaiting(tx, dueQueue, {
      tenantId: tx.scope.tenantId,
      userId: tx.scope.userId ?? '',
      jobId: newId(),
    });

  /** Says that an order is another one now: to its enterprise's screens and to the rest of the server. */
  async function spread(tx: Tx, { id, enterpriseId }: Pick<StoredOrder, 'id' | 'enterpriseId'>) {
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
    await spread(tx, order);
  }

  /** Holds the order of an attempt, then its attempts; the one in question as it is now. */
  async function hold(tx: Tx, orderId: string, attemptId: string) {
    const order = await findOrder(tx, orderId, { lock: true });
    const attempt = (await attemptsOf(tx, orderId, { lock: true })).find(({ id }) => id === attemptId);
    if (!order || !attempt) throw new Error('an attempt without its order');
    return { order, attempt };
  }

  async function differs(tx: Tx, order: StoredOrder, attempt: StoredAttempt, money: Income): Promise<Applied> {
    const { vendor, amountFen, account, noticeId } = money;
    const told = amountFen === null ? '未说明金额' : sayYuan(amountFen);
    const detail = `${vendorNames[vendor]}说收到 ${told}，商户 ${account}；本单应收 ${sayYuan(attempt.amount)}，商户 ${attempt.account}`;
    if (order.problem !== detail.slice(0, 200)) {
      await write(tx, {
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
      await spread(tx, order);
    }
    alarm(tx, order, detail);
    return 'mismatch';
  }

  /** The payment that an order waited for: it is paid, and its membership extended. */
  async function win(tx: Tx, order: StoredOrder, attempt: StoredAttempt, money: Income) {
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
    await write(tx, {
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
      `${vendorNames[attempt.vendor]} ${sayYuan(order.price)}，会员至 ${changed.to}`,
    );
    // Nobody should pay at another entrance any more.
    await askOthers(tx, orderId, now);
    await hurry(tx);
  }

  /** Money for an order that does not wait for any: it goes back by itself. */
  async function giveBack(tx: Tx, order: StoredOrder, attempt: StoredAttempt, why: string) {
    const now = clock.now();
    const id = newId();
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
    await write(tx, {
      enterpriseId: order.enterpriseId,
      orderId: order.id,
      at: now,
      by: 'anlan',
      kind: 'refundSent',
      title: '多付的一笔自动退回',
      detail: `退款单 ${refund.refundNo} · 原路 · ${why}`,
      refundId: id,
    });
    await audit.record(tx, {
      call: 'order.refundAuto',
      objectType: 'order',
      objectId: order.id,
      enterpriseId: order.enterpriseId,
      note: `${refund.refundNo} ${sayYuan(refund.amount)} ${why}`,
    });
    await hurry(tx);
    alarm(tx, order, `${why}，${refund.refundNo} 自动退回`);
  }

  /** Takes money in; what is known already changes nothing. */
  async function takePayment(tx: Tx, money: Income): Promise<{ applied: Applied; orderId: string | null }> {
    const found = await attemptNumbered(tx, money.outTradeNo);
    if (!found || found.vendor !== money.vendor) return { applied: 'missing', orderId: null };
    const { order, attempt } = await hold(tx, found.orderId, found.id);
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
    await write(tx, {
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
    if (isAwaited) await win(tx, order, attempt, money);
    else {
      await giveBack(tx, order, attempt, isLate ? '订单已关闭' : '本单已付，判为重复');
      await spread(tx, order);
    }
    return { applied: 'applied', orderId };
  }

  /** What a finished refund takes back, and where the order stands then. */
  async function finish(tx: Tx, order: StoredOrder, attempt: StoredAttempt, refund: StoredRefund, told: RefundState) {
    const now = clock.now();
    const { enterpriseId } = order;
    await changeRefund(tx, refund.id, {
      state: 'done',
      finished_at: told.refundedAt ?? now,
      vendor_refund_no: told.vendorRefundNo,
      failure: null,
      ask_at: null,
    });
    await changeAttempt(tx, attempt.id, { refunded: attempt.refunded + refund.amount });
    await write(tx, {
      enterpriseId,
      orderId: order.id,
      at: now,
      by: refund.vendor,
      kind: 'refundDone',
      title: `退款到账 ${sayYuan(refund.amount)}`,
      detail: `退款单 ${refund.refundNo}${told.vendorRefundNo === null ? '' : ` · 流水号 ${told.vendorRefundNo}`}`,
      amount: -refund.amount,
      refundId: refund.id,
    });
    if (attempt.id !== order.paymentId) {
      await spread(tx, order);
      return;
    }
    const refunded = order.refunded + refund.amount;
    const back = refund.months + refund.giftMonth;
    const changed = back > 0 ? await membership.shorten(tx, enterpriseId, back) : null;
    const grave = await gravestOf(tx, order.id, attempt.id);
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
      await write(tx, {
        enterpriseId,
        orderId: order.id,
        at: now,
        by: 'anlan',
        kind: 'shortened',
        title: `会员到期日改为 ${changed.to}`,
        detail: `原到期日 ${changed.from}，收回 ${refund.months} 个付费月${refund.giftMonth > 0 ? `和 ${refund.giftMonth} 个赠送月` : ''}`,
        refundId: refund.id,
      });
    await moved(tx, order, 'refundedBack', status, `${refund.refundNo} ${sayYuan(refund.amount)}`);
  }

  /** Takes in how a refund stands; what has ended stays as it ended. */
  async function takeRefund(tx: Tx, refundId: string, told: RefundState): Promise<Applied> {
    const found = await findRefund(tx, refundId);
    if (!found) return 'missing';
    const { order, attempt } = await hold(tx, found.orderId, found.attemptId);
    const refund = await findRefund(tx, refundId, { lock: true });
    if (!refund || refund.state === 'done' || refund.state === 'rejected' || refund.state === 'asked') return 'known';
    const again = later(nextRefundAskSeconds(refund.asked));
    switch (told.state) {
      case 'succeeded':
        if (told.amountFen !== null && told.amountFen !== refund.amount) {
          const problem = `退款单 ${refund.refundNo} 应退 ${sayYuan(refund.amount)}，支付机构退了 ${sayYuan(told.amountFen)}`;
          await changeOrder(tx, order.id, { problem }, clock.now());
          alarm(tx, order, problem, 'refundFailed');
          return 'mismatch';
        }
        await finish(tx, order, attempt, refund, told);
        return 'applied';
      case 'failed':
      case 'closed':
        return fail(tx, order, attempt, refund, told.reason ?? '支付机构退款失败');
      case 'processing':
        await changeRefund(tx, refund.id, { state: 'sending', ask_at: again });
        if (refund.state !== 'sending') await restate(tx, order, attempt);
        return 'known';
      case 'unknown':
        await changeRefund(tx, refund.id, { state: 'unknown', ask_at: again });
        if (refund.state !== 'unknown') await restate(tx, order, attempt);
        return 'known';
    }
  }

  /** A refund that did not work; somebody looks at it, and can send it once more. */
  async function fail(tx: Tx, order: StoredOrder, attempt: StoredAttempt, refund: StoredRefund, why: string) {
    if (refund.state === 'failed') return 'known' as const;
    await changeRefund(tx, refund.id, { state: 'failed', failure: why.slice(0, 200), ask_at: null });
    await write(tx, {
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
    await restate(tx, order, attempt, `退款失败：${why}`.slice(0, 200));
    return 'applied' as const;
  }

  /** Brings the state of an order into line with its refunds. */
  async function restate(tx: Tx, order: StoredOrder, attempt: Pick<StoredAttempt, 'id'>, problem?: string) {
    const isOwn = attempt.id === order.paymentId;
    const status = isOwn ? statusWith(await gravestOf(tx, order.id, attempt.id)) : order.status;
    if (status !== order.status || problem !== undefined)
      await changeOrder(tx, order.id, { status, ...(problem === undefined ? {} : { problem }) }, clock.now());
    await spread(tx, order);
  }

  return { takePayment, takeRefund, hold, restate, spread, moved, alarm, finish, hurry };
}

/** State of a paid order while refunds of it are under way. */
function statusWith(grave: string | null): string {
  if (grave === 'failed') return 'refundFailed';
  if (grave === 'unknown') return 'unknown';
  return grave === null ? 'paid' : 'refunding';
}

/** What vendors tell, applied. */
export type Applying = ReturnType<typeof createApplying>;
