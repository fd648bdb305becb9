// The page that explains each fen of an order, and the check that all ledgers balance.
import { formatInstant } from '@anlan/contract/domain/instant';
import { yuanText } from '@anlan/contract/domain/yuan';
import type { AttemptView, BalanceCheck, NoticeView, OrderBooks } from '@anlan/contract/modules/order/views';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { compareBooks, saveCheck, lastCheck } from './balance-store.ts';
import { findNotice, linesOf } from './ledger-store.ts';
import { attemptsOf, findOrder, type StoredAttempt } from './order-store.ts';
import { refundViewOf } from './refunds.ts';
import { refundsOf } from './refund-store.ts';
import { monthGroups, vendorNames } from './rules.ts';

const attemptView = ({ begun: _, codeUrl: _url, asked: _asked, ...one }: StoredAttempt): AttemptView => one;

const factNames: Readonly<Record<string, string>> = {
  state: '状态',
  amountFen: '金额',
  vendorTradeNo: '交易流水号',
  vendorRefundNo: '退款流水号',
  paidAt: '支付时间',
  refundedAt: '退款时间',
  reason: '原因',
};
const stateNames: Readonly<Record<string, string>> = {
  unpaid: '未付款',
  paid: '已付款',
  closed: '已关闭',
  processing: '处理中',
  succeeded: '已退款',
  failed: '退款失败',
  refunded: '已退款',
  unknown: '未知',
};
function factText(key: string, value: unknown): string {
  if (value === null || value === undefined) return '—';
  if (key === 'amountFen') return yuanText(Number(value));
  if (key === 'state') return stateNames[String(value)] ?? String(value);
  if (key.endsWith('At')) return formatInstant(new Date(String(value)));
  return String(value);
}

export function createBooks({ db, clock, audit, alarm }: Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'alarm'>) {
  async function demand(tx: Tx, id: string) {
    const order = await findOrder(tx, id);
    if (!order || order.removedAt !== null) throw new AppError('notFound');
    return order;
  }
  const check = (scope: Scope): Promise<BalanceCheck> =>
    db.scoped(
      scope,
      async (tx) => {
        const at = clock.now();
        const result = await compareBooks(tx);
        await saveCheck(tx, result, at);
        return { at, ...result };
      },
      { statementMs: 300_000 },
    );
  async function checked(scope: Scope): Promise<BalanceCheck> {
    const result = await check(scope);
    const [first] = result.faults;
    if (first)
      await alarm(
        scope.tenantId,
        'booksUnbalanced',
        `账目不平：${result.faults.length} 笔订单，例如 ${first.orderNo} ${first.what}应为 ${yuanText(first.expected)}，实为 ${yuanText(first.found)}`,
      );
    return result;
  }

  return {
    attempts: (scope: Scope, { id }: { id: string }): Promise<AttemptView[]> =>
      db.read(scope, async (tx) => {
        await demand(tx, id);
        return (await attemptsOf(tx, id)).map(attemptView);
      }),
    books: (scope: Scope, { id }: { id: string }): Promise<OrderBooks> =>
      db.read(scope, async (tx) => {
        const order = await demand(tx, id);
        const attempts = await attemptsOf(tx, id);
        const refunds = await refundsOf(tx, id);
        const isKeeper = scope.permits.has('bus:orderrecords:settle');
        let net = 0;
        const lines = (await linesOf(tx, id)).map((line) => {
          net += line.amount ?? 0;
          return { ...line, net, noticeId: isKeeper ? line.noticeId : null };
        });
        const income = attempts.reduce((sum, one) => sum + (one.paidAt === null ? 0 : one.amount), 0);
        const outgo = refunds.reduce((sum, one) => sum + (one.state === 'done' ? one.amount : 0), 0);
        return {
          id,
          orderNo: order.orderNo,
          lines,
          attempts: attempts.map(attemptView),
          refunds: refunds.map((one) => refundViewOf(scope, one)),
          income,
          outgo,
          balance: net,
          balanced: income - outgo === net,
          groups: monthGroups(order),
          monthsBack: order.monthsBack,
          giftBack: order.giftBack,
          membershipFrom: order.membershipFrom,
          membershipTo: order.membershipTo,
          abilities: [
            ...(scope.permits.has('bus:orderrecords:refund') &&
            order.paymentId !== null &&
            order.monthsBack < order.months
              ? (['refund'] as const)
              : []),
            ...(isKeeper ? (['ask', 'replay'] as const) : []),
          ],
        };
      }),
    notice: (scope: Scope, { id }: { id: string }): Promise<NoticeView> =>
      db.read(scope, async (tx) => {
        const noticeRow = await findNotice(tx, id);
        if (!noticeRow) throw new AppError('notFound');
        const { facts, noticeNo, vendor, kind, receivedAt, times, state } = noticeRow;
        const { account: _, ...otherFacts } = facts;
        const factLines = Object.entries(otherFacts).map(([key, value]) => ({
          label: factNames[key] ?? key,
          value: factText(key, value),
        }));
        return {
          id,
          vendor,
          noticeId: noticeNo,
          kind,
          receivedAt,
          times,
          state,
          facts: [
            { label: '来自', value: vendorNames[vendor] },
            { label: '商户', value: noticeRow.account },
            { label: '商户单号', value: noticeRow.outTradeNo },
            ...factLines,
          ],
        };
      }),
    balance: (scope: Scope): Promise<BalanceCheck | null> => db.read(scope, lastCheck),
    async checkBalance(scope: Scope): Promise<BalanceCheck> {
      const result = await checked(scope);
      await db.scoped(scope, (tx) =>
        audit.record(tx, {
          call: 'order.checkBalance',
          objectType: 'order',
          note: `${result.orders} 笔，${result.balanced ? '账目平' : `${result.faults.length} 笔不平`}`,
        }),
      );
      return result;
    },
    checkNightly: checked,
  };
}
