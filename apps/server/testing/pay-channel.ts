// A payment vendor for tests. The tests set its payments, notices and failures.
import {
  PayFault,
  PayNoticeRefused,
  type BillLine,
  type NoticeRequest,
  type PayAttempt,
  type PayChannel,
  type PayFaultKind,
  type PayNotice,
  type PayState,
  type PayVendor,
  type RefundRequest,
  type RefundState,
} from '#platform/pay/port.ts';

interface Trade {
  attempt: PayAttempt;
  state: PayState['state'];
  transactionId: string | null;
  paidAt: Date | null;
  amountFen: number;
}
interface Refund {
  ask: RefundRequest;
  state: RefundState['state'];
  at: Date;
}

let serial = 0;
const secret = 'signed by the vendor';

export function openChannel(vendor: PayVendor, now: () => Date) {
  const account = vendor === 'wechat' ? '1900000001' : '2021000000000001';
  const trades = new Map<string, Trade>();
  const refunds = new Map<string, Refund>();
  const calls: string[] = [];
  const faults: PayFaultKind[] = [];
  let refundOutcome: RefundState['state'] = 'succeeded';
  let bill: BillLine[] | null = null;
  const none: PayState = { state: 'unknown', amountFen: null, vendorTradeNo: null, paidAt: null, account };

  const stateOf = (outTradeNo: string): PayState => {
    const trade = trades.get(outTradeNo);
    if (!trade) return none;
    const { state, amountFen, transactionId, paidAt } = trade;
    return { state, amountFen, vendorTradeNo: transactionId, paidAt, account };
  };
  const refundState = (outRefundNo: string): RefundState => {
    const refund = refunds.get(outRefundNo);
    if (!refund) return { state: 'unknown', amountFen: null, vendorRefundNo: null, refundedAt: null, reason: null };
    const { state, ask, at } = refund;
    const failed = state === 'failed' || state === 'closed';
    return {
      state,
      amountFen: ask.amountFen,
      vendorRefundNo: `R${ask.outRefundNo}`,
      refundedAt: state === 'succeeded' ? at : null,
      reason: failed ? '原路账户已注销' : null,
    };
  };
  const called = (what: string) => {
    calls.push(what);
    const fault = faults.shift();
    if (fault) throw new PayFault(fault);
  };

  const channel: PayChannel = {
    vendor,
    account,
    frame: null,
    payerIdentity:
      vendor === 'wechat'
        ? {
            pageOf: (state, returnPath) => `https://open.weixin.example/authorize?state=${state}&to=${returnPath}`,
            openidOf: async (code) => (code.startsWith('good') ? `o-${code}` : null),
          }
        : null,
    async open(attempt) {
      // Only WeChat Pay needs a vendor call here. Alipay needs only an address.
      if (vendor === 'wechat') called(`open ${attempt.outTradeNo}`);
      if (!trades.has(attempt.outTradeNo))
        trades.set(attempt.outTradeNo, {
          attempt,
          state: 'unpaid',
          transactionId: null,
          paidAt: null,
          amountFen: attempt.amountFen,
        });
      const { device } = attempt;
      if (device?.scene === 'phone') return { pageUrl: `https://${vendor}.example/phone?no=${attempt.outTradeNo}` };
      if (device?.scene === 'inApp') {
        const facts = { appId: 'wx', timeStamp: '1', nonceStr: device.openid, package: attempt.outTradeNo };
        return { bridge: { ...facts, signType: 'RSA', paySign: 'signed' } };
      }
      return vendor === 'wechat'
        ? { codeUrl: `weixin://wxpay/bizpayurl?pr=${attempt.outTradeNo}` }
        : { pageUrl: `https://openapi.alipay.example/gateway.do?out_trade_no=${attempt.outTradeNo}` };
    },
    async query(outTradeNo) {
      called(`query ${outTradeNo}`);
      return stateOf(outTradeNo);
    },
    async close(outTradeNo) {
      called(`close ${outTradeNo}`);
      const trade = trades.get(outTradeNo);
      if (trade?.state === 'paid') throw new PayFault('paid');
      if (!trade) return 'missing';
      trade.state = 'closed';
      return 'closed';
    },
    async refund(ask) {
      called(`refund ${ask.outRefundNo}`);
      if (!refunds.has(ask.outRefundNo)) refunds.set(ask.outRefundNo, { ask, state: refundOutcome, at: now() });
      else if (refundOutcome === 'succeeded') refunds.set(ask.outRefundNo, { ask, state: 'succeeded', at: now() });
      return refundState(ask.outRefundNo);
    },
    async queryRefund({ outRefundNo }) {
      called(`queryRefund ${outRefundNo}`);
      return refundState(outRefundNo);
    },
    async readNotice({ headers, body }: NoticeRequest): Promise<PayNotice> {
      if (headers['x-signature'] !== secret) throw new PayNoticeRefused('forged');
      const { kind, state, ...rest } = JSON.parse(body.toString('utf8')) as Record<string, unknown> & {
        state: Record<string, unknown>;
      };
      const at = (value: unknown) => (typeof value === 'string' ? new Date(value) : null);
      // The cast is safe: `notice` below built this body from the same types.
      return {
        ...rest,
        kind,
        state: { ...state, paidAt: at(state['paidAt']), refundedAt: at(state['refundedAt']) },
      } as unknown as PayNotice;
    },
    noticeAnswer: (ok) => ({ status: ok ? 200 : 401, contentType: 'text/plain', body: ok ? 'success' : 'fail' }),
    async bill() {
      if (bill === null) return null;
      const lines = bill;
      return (async function* () {
        for (const line of lines) yield line;
      })();
    },
  };
  const notice = (body: object, signature = secret) => ({
    headers: { 'x-signature': signature, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    channel,
    calls,
    failNext: (...kinds: PayFaultKind[]) => void faults.push(...kinds),
    refundsGo: (state: RefundState['state']) => void (refundOutcome = state),
    moveRefund(outRefundNo: string, state: RefundState['state']) {
      const refund = refunds.get(outRefundNo);
      if (refund) refund.state = state;
    },
    setBill: (lines: BillLine[] | null) => void (bill = lines),
    trades,
    refunds,
    pay(outTradeNo: string, amountFen?: number) {
      const trade = trades.get(outTradeNo);
      if (!trade) throw new Error('nobody has opened it');
      trade.state = 'paid';
      trade.transactionId = `${vendor}${++serial}`;
      trade.paidAt = now();
      if (amountFen !== undefined) trade.amountFen = amountFen;
    },
    /** A payment notice; equal notices have equal ids. */
    paymentNotice: (outTradeNo: string, { id = `n${outTradeNo}`, more = {}, signature = secret } = {}) =>
      notice({ kind: 'payment', id, outTradeNo, state: { ...stateOf(outTradeNo), ...more } }, signature),
    refundNotice: (outTradeNo: string, outRefundNo: string, { id = `n${outRefundNo}`, more = {} } = {}) =>
      notice({ kind: 'refund', id, outTradeNo, outRefundNo, state: { ...refundState(outRefundNo), ...more } }),
  };
}
