// Compares one day of a vendor's bill with our ledger; no IO.
import { dayOf } from '@anlan/contract/domain/instant';
import { yuanText } from '@anlan/contract/domain/yuan';
import type { differenceKinds } from '@anlan/contract/modules/order/views';
import type { BillLine } from '#platform/pay/port.ts';

export type DifferenceKind = (typeof differenceKinds)[number];
export interface OurPayment {
  outTradeNo: string;
  orderId: string;
  amount: number;
  /** Time of payment; null when no money came in. */
  paidAt: Date | null;
}
export interface OurRefund {
  outRefundNo: string;
  outTradeNo: string;
  orderId: string;
  amount: number;
  state: string;
  sentAt: Date | null;
}
export interface Difference {
  kind: DifferenceKind;
  outTradeNo: string;
  outRefundNo: string;
  orderId: string | null;
  theirs: number | null;
  ours: number | null;
  detail: string;
}

function ofPayment(line: BillLine, ours: OurPayment | undefined, day: string): Difference | null {
  const { outTradeNo, amountFen: theirs } = line;
  const base = { outTradeNo, outRefundNo: '', orderId: ours?.orderId ?? null, theirs };
  if (!ours)
    return {
      ...base,
      kind: 'missingHere',
      ours: null,
      detail: `账单有一笔 ${yuanText(theirs)} 的收款，本地没有这个单号`,
    };
  if (ours.paidAt === null)
    return { ...base, kind: 'state', ours: null, detail: `账单显示已收款 ${yuanText(theirs)}，本地还没有入账` };
  if (ours.amount !== theirs)
    return {
      ...base,
      kind: 'amount',
      ours: ours.amount,
      detail: `账单 ${yuanText(theirs)}，本地 ${yuanText(ours.amount)}`,
    };
  const paidOn = dayOf(ours.paidAt);
  return paidOn === day
    ? null
    : { ...base, kind: 'dayCut', ours: ours.amount, detail: `账单记在 ${day}，本地记在 ${paidOn}` };
}

const stuck: Readonly<Record<string, string>> = { CHANGE: '退款异常', FAIL: '退款失败', CLOSED: '退款关闭' };
function ofRefund(line: BillLine, ours: OurRefund | undefined): Difference | null {
  const { outTradeNo, outRefundNo, amountFen: theirs } = line;
  const base = {
    kind: 'refund' as DifferenceKind,
    outTradeNo,
    outRefundNo: outRefundNo ?? '',
    orderId: ours?.orderId ?? null,
    theirs,
  };
  if (!ours) return { ...base, ours: null, detail: `账单有一笔 ${yuanText(theirs)} 的退款，本地没有这个退款单号` };
  if (ours.amount !== theirs)
    return {
      ...base,
      ours: ours.amount,
      detail: `退款金额不符：账单 ${yuanText(theirs)}，本地 ${yuanText(ours.amount)}`,
    };
  // The vendor's bill shows that the refund failed, but our ledger shows it as finished.
  if (line.state in stuck && ours.state === 'done')
    return { ...base, kind: 'state', ours: ours.amount, detail: `账单显示${stuck[line.state]}，本地记为已到账` };
  if (line.state === 'SUCCESS' && ours.state === 'failed')
    return { ...base, kind: 'state', ours: ours.amount, detail: '账单显示退款成功，本地记为失败' };
  return ours.state === 'asked' || ours.state === 'rejected'
    ? { ...base, ours: ours.amount, detail: '账单有退款，本地没有发起' }
    : null;
}

export function compareBill(
  day: string,
  lines: readonly BillLine[],
  payments: ReadonlyMap<string, OurPayment>,
  refunds: ReadonlyMap<string, OurRefund>,
): Difference[] {
  const differences: Difference[] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    const difference =
      line.kind === 'payment'
        ? ofPayment(line, payments.get(line.outTradeNo), day)
        : ofRefund(line, refunds.get(line.outRefundNo ?? ''));
    seen.add(line.kind === 'payment' ? line.outTradeNo : `refund ${line.outRefundNo ?? ''}`);
    if (difference) differences.push(difference);
  }
  for (const { outTradeNo, orderId, amount, paidAt } of payments.values())
    if (paidAt !== null && dayOf(paidAt) === day && !seen.has(outTradeNo))
      differences.push({
        kind: 'missingThere',
        outTradeNo,
        outRefundNo: '',
        orderId,
        theirs: null,
        ours: amount,
        detail: `本地收款 ${yuanText(amount)}，账单没有`,
      });
  for (const { outRefundNo, outTradeNo, orderId, amount, state, sentAt } of refunds.values())
    if (state === 'done' && sentAt !== null && dayOf(sentAt) === day && !seen.has(`refund ${outRefundNo}`))
      differences.push({
        kind: 'refund',
        outTradeNo,
        outRefundNo,
        orderId,
        theirs: null,
        ours: amount,
        detail: `本地退款 ${yuanText(amount)}，账单没有`,
      });
  return differences;
}
