// Payments of both vendors: open, paid, closed, refunded.
import { randomBytes, randomInt } from 'node:crypto';

export type Vendor = 'wechat' | 'alipay';

export interface Refund {
  outRefundNo: string;
  refundNo: string;
  amountFen: number;
  state: 'processing' | 'succeeded' | 'failed' | 'closed';
  reason: string;
  acceptedAt: number;
  doneAt: number | null;
}

export interface Trade {
  vendor: Vendor;
  outTradeNo: string;
  tradeNo: string;
  subject: string;
  amountFen: number;
  code: string;
  notifyUrl: string;
  /** How the payment was begun; absent: by QR code. WeChat refuses the same number for another way. */
  way?: 'MWEB' | 'JSAPI';
  /**
   * State of a payment. `shown`: the page shows a QR code that nobody has scanned, and Alipay does not know the
   * payment yet.
   */
  state: 'shown' | 'open' | 'paid' | 'closed';
  scanned: boolean;
  payer: string | null;
  createdAt: number;
  expiresAt: number;
  paidAt: number | null;
  refunds: Refund[];
}

export interface LedgerState {
  trades: Trade[];
  spent: Record<string, number>;
}

export interface Payer {
  name: string;
  fen: number;
}
const payerNames = '晨光 海风 青山 听雨';
/** Payers on the simulated phone. The last payer has less money than any price. */
export const payers: readonly Payer[] = [
  ...payerNames.split(' ').map((name) => ({ name, fen: 10_000_000_00 })),
  { name: '月光', fen: 5_00 },
];

const day = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

export function openLedger(changed: () => void, savedState?: LedgerState) {
  let trades = new Map((savedState?.trades ?? []).map((trade) => [`${trade.vendor} ${trade.outTradeNo}`, trade]));
  let spent: Record<string, number> = savedState?.spent ?? {};
  let offsetMs = 0;
  const now = () => Date.now() + offsetMs;
  const numbers = {
    wechat: { trade: () => `4200${day(now())}${digits(16)}`, refund: () => `5030${day(now())}${digits(16)}` },
    alipay: { trade: () => `${day(now())}22001${digits(15)}`, refund: () => `${day(now())}22002${digits(15)}` },
  };

  /** The current state of a payment; an unpaid one closes after its time. */
  function find(vendor: Vendor, outTradeNo: string): Trade | undefined {
    const trade = trades.get(`${vendor} ${outTradeNo}`);
    if (trade && (trade.state === 'open' || trade.state === 'shown') && trade.expiresAt <= now())
      trade.state = 'closed';
    return trade;
  }
  const left = (trade: Trade) =>
    trade.amountFen -
    trade.refunds
      .filter(({ state }) => state === 'processing' || state === 'succeeded')
      .reduce((sum, { amountFen }) => sum + amountFen, 0);

  return {
    now,
    setClock(ms: number) {
      offsetMs = ms;
    },
    find,
    byCode: (code: string) => [...trades.values()].find((trade) => trade.code === code),
    begin(
      order: Pick<
        Trade,
        'vendor' | 'outTradeNo' | 'subject' | 'amountFen' | 'notifyUrl' | 'expiresAt' | 'state' | 'way'
      >,
    ) {
      const trade: Trade = {
        ...order,
        tradeNo: numbers[order.vendor].trade(),
        code: randomBytes(8).toString('base64url'),
        scanned: false,
        payer: null,
        createdAt: now(),
        paidAt: null,
        refunds: [],
      };
      trades.set(`${trade.vendor} ${trade.outTradeNo}`, trade);
      changed();
      return trade;
    },
    act(trade: Trade, what: 'scan' | 'pay' | 'cancel', payer?: string): string | null {
      const { state } = find(trade.vendor, trade.outTradeNo) ?? trade;
      if (state === 'closed') return '订单已关闭，请重新下单';
      if (state === 'paid') return '订单已支付，请勿重复支付';
      if (what === 'cancel') {
        Object.assign(trade, { scanned: false, payer: null });
      } else if (what === 'scan') {
        Object.assign(trade, { scanned: true, payer: payer ?? trade.payer ?? payers[0]?.name, state: 'open' });
      } else {
        const who = payers.find(({ name }) => name === (payer ?? trade.payer)) ?? payers[0];
        if (!who) return '没有付款人';
        if (who.fen - (spent[who.name] ?? 0) < trade.amountFen) return '余额不足，付款失败';
        spent[who.name] = (spent[who.name] ?? 0) + trade.amountFen;
        Object.assign(trade, { scanned: true, payer: who.name, state: 'paid', paidAt: now() });
      }
      changed();
      return null;
    },
    close(trade: Trade) {
      trade.state = 'closed';
      changed();
    },
    left,
    refund(
      trade: Trade,
      refundRequest: { outRefundNo: string; amountFen: number; reason: string; state: Refund['state'] },
    ) {
      const doneAt = refundRequest.state === 'succeeded' ? now() : null;
      const refund = { ...refundRequest, refundNo: numbers[trade.vendor].refund(), acceptedAt: now(), doneAt };
      trade.refunds.push(refund);
      changed();
      return refund;
    },
    settle(refund: Refund, state: Refund['state']) {
      Object.assign(refund, { state, doneAt: now() });
      changed();
    },
    findRefund: (vendor: Vendor, outRefundNo: string) => {
      for (const trade of trades.values()) {
        const refund = trade.vendor === vendor && trade.refunds.find((one) => one.outRefundNo === outRefundNo);
        if (refund) return { trade, refund };
      }
      return null;
    },
    fill(
      vendor: Vendor,
      rows: readonly {
        outTradeNo: string;
        amountFen: number;
        paidAt: number;
        refundFen?: number | undefined;
        outRefundNo?: string | undefined;
      }[],
    ) {
      for (const { outTradeNo, amountFen, paidAt, refundFen, outRefundNo } of rows) {
        const refunds: Refund[] =
          refundFen === undefined || outRefundNo === undefined
            ? []
            : [
                {
                  outRefundNo,
                  refundNo: numbers[vendor].refund(),
                  amountFen: refundFen,
                  state: 'succeeded',
                  reason: '',
                  acceptedAt: paidAt + 1_000,
                  doneAt: paidAt + 2_000,
                },
              ];
        trades.set(`${vendor} ${outTradeNo}`, {
          vendor,
          outTradeNo,
          tradeNo: numbers[vendor].trade(),
          subject: '安澜会员',
          amountFen,
          code: '',
          notifyUrl: '',
          state: 'paid',
          scanned: true,
          payer: payers[0]?.name ?? null,
          createdAt: paidAt,
          expiresAt: paidAt,
          paidAt,
          refunds,
        });
      }
      changed();
    },
    list: () => [...trades.values()].toReversed().map((trade) => find(trade.vendor, trade.outTradeNo) ?? trade),
    kept: (): LedgerState => ({ trades: [...trades.values()], spent }),
    clear() {
      trades = new Map();
      spent = {};
      offsetMs = 0;
      changed();
    },
  };
}

export type Ledger = ReturnType<typeof openLedger>;
