// Starts a refund, once per refund number and at most for the remaining amount. The result is configurable.
import type { Ledger, Refund, Trade } from './ledger.ts';
import type { Subject } from './notices.ts';
import type { PaySwitches } from './switches.ts';

export type SendNotice = (subject: Subject) => void;

/**
 * Starts a refund, or returns the reason why it is impossible. A repeated number returns the existing refund; other
 * data with the same number is a conflict.
 */
export function startRefund(of: {
  ledger: Ledger;
  switches: PaySwitches;
  tell: SendNotice;
  trade: Trade;
  ask: { outRefundNo: string; amountFen: number; reason: string };
}): Refund | 'conflict' | 'tooMuch' | 'poor' {
  const { ledger, switches, tell, trade, ask } = of;
  const existingRefund = ledger.findRefund(trade.vendor, ask.outRefundNo);
  if (existingRefund)
    return existingRefund.trade === trade && existingRefund.refund.amountFen === ask.amountFen
      ? existingRefund.refund
      : 'conflict';
  if (ask.amountFen > ledger.left(trade)) return 'tooMuch';
  const { refunds: mode } = switches.of(trade.vendor);
  if (mode === 'balance') return 'poor';
  // Alipay refunds during the call. WeChat Pay only answers that the refund has started.
  const atOnce = trade.vendor === 'alipay' && mode === 'well';
  const refund = ledger.refund(trade, { ...ask, state: atOnce ? 'succeeded' : 'processing' });
  if (mode === 'slow') return refund;
  const timer = setTimeout(
    () => {
      if (refund.state === 'processing')
        ledger.settle(refund, mode === 'fail' ? 'failed' : mode === 'closed' ? 'closed' : 'succeeded');
      tell({ trade, refund });
    },
    1_000 / switches.of(trade.vendor).hurry,
  );
  timer.unref();
  return refund;
}
