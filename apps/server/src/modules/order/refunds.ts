// Refunds: preview, request, decision by another person with a second factor, and sending to the vendor.
import { dayOf } from '@anlan/contract/domain/instant';
import { yuanText } from '@anlan/contract/domain/yuan';
import type { PageInput } from '@anlan/contract/domain/paging';
import type { RefundDecision, RefundFilter, RefundInput, RefundRequest } from '@anlan/contract/modules/order/inputs';
import { refundListing } from '@anlan/contract/modules/order/listings';
import type { RefundPreview, RefundView } from '@anlan/contract/modules/order/views';
import { refundStateNames } from '@anlan/contract/modules/order/words';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { createListingExport } from '#kit/export.ts';
import type { ModuleKit } from '#kit/module.ts';
import { nextNumber } from '#kit/number-store.ts';
import type { Tx } from '#platform/db/index.ts';
import type { SessionModule } from '../session/index.ts';
import type { VendorResultHandler } from './apply-vendor-result.ts';
import { addLine } from './ledger-store.ts';
import { attemptsOf, findOrder, type StoredAttempt, type StoredOrder } from './order-store.ts';
import { addRefund, changeRefund, findRefund, refundPage, refundsOf, type StoredRefund } from './refund-store.ts';
import { refundBreakdown, vendorNumber } from './rules.ts';

export interface RefundingDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'queued' | 'refreshTodos'>;
  applying: VendorResultHandler;
  foresee: (tx: Tx, enterpriseId: string) => Promise<{ to: string | null; without: (months: number) => string | null }>;
  /** Checks the code of the caller's second factor; throws when it is wrong. */
  proveFactor: (scope: Scope, code: string) => Promise<void>;
  /** People who may be the second person of a request (S100). */
  secondPersons: SessionModule['secondPersons'];
}
const refundYears = 1;
const permit = 'bus:orderrecords:review';
const openStates = new Set(['asked', 'sending', 'failed', 'unknown']);

export const refundViewOf = (scope: Scope, row: StoredRefund): RefundView => ({
  ...row,
  askedBy: row.askedByName,
  decidedBy: row.decidedByName,
  abilities: [
    ...(row.state === 'asked' && scope.permits.has('bus:orderrecords:review') && row.askedBy !== scope.userId
      ? (['decide'] as const)
      : []),
    ...((row.state === 'failed' || row.state === 'unknown') && scope.permits.has('bus:orderrecords:refund')
      ? (['retry'] as const)
      : []),
  ],
});

export function createRefunds({ kit, applying, foresee, proveFactor, secondPersons }: RefundingDeps) {
  const { db, clock, audit, refreshTodos: touched } = kit;

  async function orderWithPayment(tx: Tx, id: string, lock: boolean) {
    const order = await findOrder(tx, id, { lock });
    if (!order || order.removedAt !== null) throw new AppError('notFound');
    const attempt = (await attemptsOf(tx, id, { lock })).find((one) => one.id === order.paymentId);
    return { order, attempt };
  }
  async function refusalOf(tx: Tx, order: StoredOrder, attempt: StoredAttempt | undefined): Promise<string | null> {
    if (!attempt?.paidAt) return '订单没有收款，不需要退款';
    if (order.monthsBack >= order.months) return '已经全部退回';
    if (order.invoiceStatus === 'issued') return '发票已开具，请先红冲再退款';
    if ((await refundsOf(tx, order.id)).some((one) => !one.automatic && openStates.has(one.state)))
      return '有一笔退款还没有办完，请先处理';
    const last = new Date(attempt.paidAt);
    last.setUTCFullYear(last.getUTCFullYear() + refundYears);
    return clock.now() > last ? '付款已超过一年，支付机构不再受理退款' : null;
  }

  /**
   * Reviewers of a refund requested now: people who may decide, people who may not, and people who can help when nobody
   * may.
   */
  async function reviewersFor(tx: Tx, { userId: askerId }: Scope) {
    const request = { askerId, requestedAt: clock.now(), provesFactor: true };
    const all = await secondPersons.candidates(tx, { permit, ...request });
    const reviewers = all.flatMap(({ id, name, objection }) => (objection === null ? [{ id, name }] : []));
    const givers =
      reviewers.length > 0 ? [] : await secondPersons.candidates(tx, { permit: 'sys:user:edit', ...request });
    return {
      reviewers,
      notReviewers: all.flatMap(({ id, name, objection: reason }) => (reason === null ? [] : [{ id, name, reason }])),
      helpers: givers.map(({ name }) => name),
    };
  }
  /** Throws when the caller may not be the second person of this refund. */
  async function requireSecondPerson(scope: Scope, { askedBy, askedAt }: Pick<StoredRefund, 'askedBy' | 'askedAt'>) {
    const request = { permit, askerId: askedBy, requestedAt: askedAt, provesFactor: true } as const;
    const objection = await db.read(scope, (tx) => secondPersons.objection(tx, scope.userId ?? '', request));
    if (objection !== null)
      throw new AppError(
        'denied',
        `您不能同意这笔退款：您的${objection}。请由其他有复核权限的同事办理；没有其他人时，请不同意这次申请，条件满足后重新申请`,
      );
  }

  const record = (tx: Tx, verb: string, refund: Pick<StoredRefund, 'orderId' | 'enterpriseId'>, note: string) =>
    audit.record(tx, {
      call: `order.${verb}`,
      objectType: 'order',
      objectId: refund.orderId,
      enterpriseId: refund.enterpriseId,
      note: note.slice(0, 300),
    });

  return {
    refundPreview: (scope: Scope, { orderId, months }: RefundRequest): Promise<RefundPreview> =>
      db.read(scope, async (tx) => {
        const { order, attempt } = await orderWithPayment(tx, orderId, false);
        const back = refundBreakdown(order, months);
        const foreseen = await foresee(tx, order.enterpriseId);
        const candidates = await reviewersFor(tx, scope);
        return {
          orderId,
          vendor: attempt?.vendor ?? 'wechat',
          ...back,
          monthsMost: order.months - order.monthsBack,
          membershipFrom: foreseen.to,
          membershipTo: foreseen.without(back.months + back.giftMonth),
          left: order.paid - order.refunded - back.amount,
          leftMonths: order.months - order.monthsBack - back.months,
          refusal: await refusalOf(tx, order, attempt),
          needsReversal: order.invoiceStatus === 'issued',
          ...candidates,
        };
      }),
    refundAsk: (scope: Scope, { orderId, months, reason }: RefundInput) =>
      db.scoped(scope, async (tx) => {
        const { order, attempt } = await orderWithPayment(tx, orderId, true);
        const refusal = await refusalOf(tx, order, attempt);
        if (refusal !== null || !attempt) throw new AppError('invalid', refusal ?? undefined);
        if (months !== undefined && months > order.months - order.monthsBack)
          throw invalid({ field: 'months', msg: `最多可退 ${order.months - order.monthsBack} 个月` });
        const back = refundBreakdown(order, months);
        const now = clock.now();
        const id = newId();
        const refundNo = await nextNumber(tx, 'TK', dayOf(now));
        const added = await addRefund(tx, {
          id,
          enterpriseId: order.enterpriseId,
          orderId,
          attemptId: attempt.id,
          refundNo,
          outRefundNo: vendorNumber(scope.tenantId),
          amount: back.amount,
          months: back.months,
          giftMonth: back.giftMonth,
          automatic: false,
          state: 'asked',
          reason,
          askedBy: scope.userId,
          askedByName: scope.userName,
          askedAt: now,
          askAt: null,
        });
        if (!added) throw new AppError('invalid', '有一笔退款还没有办完，请先处理');
        await addLine(tx, {
          enterpriseId: order.enterpriseId,
          orderId,
          at: now,
          by: 'platform',
          kind: 'refundAsked',
          title: `申请退款 ${yuanText(back.amount)}`,
          detail: `${scope.userName ?? ''} · ${refundNo} · 退 ${back.months} 个付费月 · ${reason}`,
          refundId: id,
        });
        await record(
          tx,
          'refundAsk',
          { orderId, enterpriseId: order.enterpriseId },
          `${refundNo} ${yuanText(back.amount)} ${reason}`,
        );
        await touched(tx, 'refund', [id]);
        await applying.spread(tx, order);
        return { id };
      }),
    async refundDecide(scope: Scope, { id, agree, opinion, code }: RefundDecision) {
      const refundRequest = await db.read(scope, (tx) => findRefund(tx, id));
      if (!refundRequest) throw new AppError('notFound');
      if (refundRequest.askedBy === scope.userId) throw new AppError('denied', '退款须由申请人以外的人复核');
      if (agree) {
        if (!code) throw invalid({ field: 'code', msg: '请输入两步验证的验证码' });
        await requireSecondPerson(scope, refundRequest);
        await proveFactor(scope, code);
      }
      return db.scoped(scope, async (tx) => {
        const { order, attempt } = await applying.hold(tx, refundRequest.orderId, refundRequest.attemptId);
        const refund = await findRefund(tx, id, { lock: true });
        if (refund?.state !== 'asked') throw new AppError('invalid', '这笔退款已经复核过');
        if (agree && order.invoiceStatus === 'issued') throw new AppError('invalid', '发票已开具，请先红冲再退款');
        const now = clock.now();
        await changeRefund(tx, id, {
          state: agree ? 'sending' : 'rejected',
          decided_by: scope.userId,
          decided_by_name: scope.userName,
          decided_at: now,
          opinion,
          ...(agree ? { sent_at: now, ask_at: now, asked: 0 } : {}),
        });
        await addLine(tx, {
          enterpriseId: order.enterpriseId,
          orderId: order.id,
          at: now,
          by: 'platform',
          kind: agree ? 'refundApproved' : 'refundRefused',
          title: agree ? '退款复核通过' : '退款复核不通过',
          detail: `${scope.userName ?? ''} · ${refund.refundNo} · ${opinion}`,
          refundId: id,
        });
        await record(tx, 'refundDecide', refund, `${refund.refundNo} ${agree ? '同意' : '不同意'} ${opinion}`);
        if (agree) {
          await applying.restate(tx, order, attempt);
          await applying.hurry(tx);
        } else await applying.spread(tx, order);
        await touched(tx, 'refund', [id]);
        return null;
      });
    },
    refundRetry: (scope: Scope, { id }: { id: string }) =>
      db.scoped(scope, async (tx) => {
        const seen = await findRefund(tx, id);
        if (!seen) throw new AppError('notFound');
        const { order, attempt } = await applying.hold(tx, seen.orderId, seen.attemptId);
        const refund = await findRefund(tx, id, { lock: true });
        if (refund?.state !== 'failed' && refund?.state !== 'unknown')
          throw new AppError('invalid', '只有失败或结果未知的退款可以重新发起');
        const now = clock.now();
        await changeRefund(tx, id, { state: 'sending', failure: null, ask_at: now, asked: 0 });
        await addLine(tx, {
          enterpriseId: order.enterpriseId,
          orderId: order.id,
          at: now,
          by: 'platform',
          kind: 'refundSent',
          title: '重新发起退款',
          detail: `${scope.userName ?? ''} · ${refund.refundNo} · 退款单号不变，不会重复退款`,
          refundId: id,
        });
        await record(tx, 'refundRetry', refund, refund.refundNo);
        await applying.restate(tx, order, attempt);
        await applying.hurry(tx);
        return null;
      }),
    refundPage: (scope: Scope, { page, size, sort, filter }: PageInput<RefundFilter, 'askedAt'>) =>
      db.read(scope, async (tx) => {
        const window = { desc: sort[0]?.desc !== false, limit: size, offset: (page - 1) * size };
        const { rows, total } = await refundPage(tx, filter, window);
        return { rows: rows.map((row) => refundViewOf(scope, row)), total, page, size };
      }),
    refundExport: createListingExport(
      kit,
      refundListing,
      { name: 'order', verb: 'refundExport' },
      async (
        tx,
        { filter, sort }: PageInput<RefundFilter & { columns?: readonly string[] | undefined }, 'askedAt'>,
        limit,
      ) => {
        if (!tx.scope.permits.has('bus:orderrecords:export')) throw new AppError('denied');
        const { rows } = await refundPage(tx, filter, { desc: sort[0]?.desc !== false, limit, offset: 0 });
        const { state, keyword, orderId } = filter;
        const words = [
          state && `状态：${refundStateNames[state]}`,
          keyword && `关键字：${keyword}`,
          orderId && '限一个订单',
        ];
        return { rows, narrowedBy: words.filter(Boolean).join('；') };
      },
    ),
  };
}
