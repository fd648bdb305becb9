// A refund begins: once by its number, never more than is left, and then goes as the switches say.
import type { Ledger, Refund, Trade } from './ledger.ts';
import type { Subject } from './notices.ts';
import type { PaySwitches } from './switches.ts';

/** Tells the merchant of a payment or a refund. */
export type Tell = (subject: Subject) => void;

/** Begins a refund, or says why not; the same number again is the same refund. */
export function startRefund(of: {
  ledger: Ledger;
  switches: PaySwitches;
  tell: Tell;
  trade: Trade;
  ask: { outRefundNo: string; amountFen: number; reason: string };
}): Refund | 'conflict' | 'tooMuch' | 'poor' {
  const { ledger, switches, tell, trade, ask } = of;
  const known = ledger.findRefund(trade.vendor, ask.outRefundNo);
  if (known) return known.trade === trade && known.refund.amountFen === ask.amountFen ? known.refund : 'conflict';
  if (ask.amountFen > ledger.left(trade)) return 'tooMuch';
  const { refunds: mode } = switches.of(trade.vendor);
  if (mode === 'balance') return 'poor';
  // Alipay gives back while it is asked; WeChat Pay says that it has begun.
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
