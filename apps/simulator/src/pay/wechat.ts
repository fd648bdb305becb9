// WeChat Pay's real v3 protocol: Native orders, queries, closing, refunds, certificates, bills.
import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { billRows, isBillThere, wechatBill } from './bills.ts';
import type { PayKeys } from './keys.ts';
import type { Ledger, Refund, Trade } from './ledger.ts';
import type { NoticeWriter } from './notices.ts';
import { startRefund, type SendNotice } from './refunds.ts';
import type { PaySwitches } from './switches.ts';
import { openWechatPhone, prepayIdOf } from './wechat-phone.ts';
import { requestFault, encrypted, signedHeaders, signerOf } from './wechat-signing.ts';

export const wechatMerchant = { mchId: '1900009191', appId: 'wx5a17ed0c0de2c003' };
export const wechatAppSecret = '5a17ed0c0de2c0035a17ed0c0de2c003';

const fen = z.int().check(z.gte(1));
const order = z.object({
  appid: z.string(),
  mchid: z.string(),
  description: z.string().check(z.minLength(1), z.maxLength(127)),
  out_trade_no: z.string().check(z.regex(/^[0-9A-Za-z_\-|*]{6,32}$/)),
  time_expire: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/))),
  notify_url: z.string().check(z.regex(/^https?:\/\/[^?#]+$/)),
  amount: z.object({ total: fen, currency: z.optional(z.literal('CNY')) }),
});
const sceneInfo = z.object({
  payer_client_ip: z.string().check(z.regex(/^[0-9a-f.:]{3,45}$/)),
  h5_info: z.object({ type: z.enum(['iOS', 'Android', 'Wap']) }),
});
const ways = {
  native: order,
  h5: z.extend(order, { scene_info: sceneInfo }),
  jsapi: z.extend(order, { payer: z.object({ openid: z.string().check(z.regex(/^[\w-]{6,128}$/)) }) }),
};
const tradeWays = { native: undefined, h5: 'MWEB', jsapi: 'JSAPI' } as const;
const refundOrder = z.object({
  out_trade_no: z.string(),
  out_refund_no: z.string().check(z.regex(/^[0-9A-Za-z_\-|*@]{1,64}$/)),
  reason: z.optional(z.string().check(z.maxLength(80))),
  notify_url: z.optional(z.string()),
  amount: z.object({ refund: fen, total: fen, currency: z.literal('CNY') }),
});
const closing = z.object({ mchid: z.string() });
const billQuery = z.object({
  bill_date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  bill_type: z.literal('ALL'),
  tar_type: z.optional(z.literal('GZIP')),
});
const params = z.object({ no: z.string() });

const moment = (at: number) => `${new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
const tradeState = (trade: Trade) =>
  trade.state === 'paid'
    ? trade.refunds.some(({ state }) => state !== 'failed' && state !== 'closed')
      ? 'REFUND'
      : 'SUCCESS'
    : trade.state === 'closed'
      ? 'CLOSED'
      : 'NOTPAY';
const refundState = { processing: 'PROCESSING', succeeded: 'SUCCESS', failed: 'ABNORMAL', closed: 'CLOSED' } as const;

const tradeBody = (trade: Trade) => ({
  appid: wechatMerchant.appId,
  mchid: wechatMerchant.mchId,
  out_trade_no: trade.outTradeNo,
  trade_state: tradeState(trade),
  trade_state_desc: { SUCCESS: '支付成功', REFUND: '转入退款', CLOSED: '订单已关闭', NOTPAY: '订单未支付' }[
    tradeState(trade)
  ],
  amount: { total: trade.amountFen, payer_total: trade.amountFen, currency: 'CNY', payer_currency: 'CNY' },
  ...(trade.paidAt === null
    ? {}
    : {
        transaction_id: trade.tradeNo,
        trade_type: trade.way ?? 'NATIVE',
        bank_type: 'OTHERS',
        success_time: moment(trade.paidAt),
        payer: {
          openid: `oSim${createHash('sha1')
            .update(trade.payer ?? '')
            .digest('hex')
            .slice(0, 24)}`,
        },
      }),
});
const refundTold = ({ trade, refund }: { trade: Trade; refund: Refund }) => ({
  refund_id: refund.refundNo,
  out_refund_no: refund.outRefundNo,
  transaction_id: trade.tradeNo,
  out_trade_no: trade.outTradeNo,
  channel: 'ORIGINAL',
  user_received_account: '支付用户零钱',
  create_time: moment(refund.acceptedAt),
  status: refundState[refund.state],
  ...(refund.state === 'succeeded' && refund.doneAt !== null ? { success_time: moment(refund.doneAt) } : {}),
  amount: {
    total: trade.amountFen,
    refund: refund.amountFen,
    payer_total: trade.amountFen,
    payer_refund: refund.amountFen,
    currency: 'CNY',
  },
});

export interface PayPlace {
  keys: () => Promise<PayKeys>;
  ledger: Ledger;
  switches: PaySwitches;
  tell: SendNotice;
}

export function openWechat(app: FastifyInstance, { keys, ledger, switches, tell }: PayPlace) {
  const used = new Set<string>();
  const phone = openWechatPhone(app, { appId: wechatMerchant.appId, appSecret: wechatAppSecret, keys, ledger });
  const files = new Map<string, Buffer>();
  let byPublicKey = false;

  async function answer(reply: FastifyReply, status: number, body: object | null) {
    const { wechat, alipay } = await keys();
    const text = body === null ? '' : JSON.stringify(body);
    const twist = switches.of('wechat').answers;
    const signer = { ...signerOf(wechat, byPublicKey), stranger: alipay.platform, now: ledger.now(), twist };
    return reply
      .code(status)
      .headers({ ...signedHeaders(text, signer), 'request-id': randomBytes(8).toString('hex') })
      .type('application/json; charset=utf-8')
      .send(text);
  }
  const refuse = (reply: FastifyReply, status: number, code: string, message: string) => {
    reply.request.verdict = `拒绝：${code}`;
    return answer(reply, status, { code, message });
  };

  void app.register((door, _, done) => {
    door.removeAllContentTypeParsers();
    // Stores the body as text, because the signature covers the received bytes, not the parsed value.
    door.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, next) => next(null, body));
    const bodyOf = (request: FastifyRequest) => (typeof request.body === 'string' ? request.body : '');
    const read = <T extends z.core.$ZodType>(request: FastifyRequest, schema: T) => {
      try {
        return z.safeParse(schema, JSON.parse(bodyOf(request)));
      } catch {
        return z.safeParse(schema, null);
      }
    };
    door.addHook('preHandler', async (request, reply) => {
      const { wechat } = await keys();
      byPublicKey = String(request.headers['wechatpay-serial'] ?? '').startsWith('PUB_KEY_ID_');
      const of = { mchId: wechatMerchant.mchId, merchant: wechat.merchant, now: ledger.now(), used };
      const fault = requestFault(request, bodyOf(request), of);
      request.verdict = '签名正确';
      return fault === null ? undefined : refuse(reply, 401, 'SIGN_ERROR', fault);
    });

    door.get('/pay/v3/certificates', async (_request, reply) => {
      const { wechat } = await keys();
      const data = wechat.platform.map(({ serial, certificate }) => ({
        serial_no: serial,
        effective_time: moment(ledger.now() - 86_400_000),
        expire_time: moment(ledger.now() + 5 * 365 * 86_400_000),
        encrypt_certificate: encrypted(certificate, wechat.apiV3Key, 'certificate'),
      }));
      return answer(reply, 200, { data });
    });

    const place = (way: keyof typeof ways) => (request: FastifyRequest, reply: FastifyReply) => {
      const orderBody = read(request, ways[way]);
      if (!orderBody.success) return refuse(reply, 400, 'PARAM_ERROR', z.prettifyError(orderBody.error));
      const { appid, mchid, out_trade_no: outTradeNo, amount, description, notify_url: notifyUrl } = orderBody.data;
      if (mchid !== wechatMerchant.mchId || appid !== wechatMerchant.appId)
        return refuse(reply, 400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配');
      const expiresAt =
        orderBody.data.time_expire === undefined ? ledger.now() + 7_200_000 : Date.parse(orderBody.data.time_expire);
      if (!(expiresAt > ledger.now())) return refuse(reply, 400, 'PARAM_ERROR', '订单失效时间早于当前时间');
      const existingTrade = ledger.find('wechat', outTradeNo);
      if (existingTrade?.state === 'paid') return refuse(reply, 400, 'ORDERPAID', '该订单已支付');
      if (existingTrade?.state === 'closed') return refuse(reply, 400, 'ORDER_CLOSED', '该订单已关闭');
      const differs =
        existingTrade &&
        (existingTrade.amountFen !== amount.total ||
          existingTrade.subject !== description ||
          existingTrade.way !== tradeWays[way]);
      if (differs) return refuse(reply, 403, 'OUT_TRADE_NO_USED', '商户订单号重复');
      const trade =
        existingTrade ??
        ledger.begin({
          vendor: 'wechat',
          outTradeNo,
          subject: description,
          amountFen: amount.total,
          notifyUrl,
          expiresAt,
          state: 'open',
          ...(tradeWays[way] === undefined ? {} : { way: tradeWays[way] }),
        });
      const prepayId = prepayIdOf(trade.code);
      const answers = {
        native: { code_url: `weixin://wxpay/bizpayurl?pr=${trade.code}` },
        h5: { h5_url: `http://${request.headers.host}/pay/checkmweb?prepay_id=${prepayId}&package=1` },
        jsapi: { prepay_id: prepayId },
      };
      return answer(reply, 200, answers[way]);
    };
    door.post('/pay/v3/pay/transactions/native', place('native'));
    door.post('/pay/v3/pay/transactions/h5', place('h5'));
    door.post('/pay/v3/pay/transactions/jsapi', place('jsapi'));
    door.get('/pay/v3/pay/transactions/out-trade-no/:no', (request, reply) => {
      const trade = ledger.find('wechat', params.parse(request.params).no);
      if (!trade) return refuse(reply, 404, 'ORDER_NOT_EXIST', '订单不存在');
      return answer(reply, 200, tradeBody(trade));
    });
    door.post('/pay/v3/pay/transactions/out-trade-no/:no/close', (request, reply) => {
      const trade = ledger.find('wechat', params.parse(request.params).no);
      if (!read(request, closing).success) return refuse(reply, 400, 'PARAM_ERROR', '参数错误');
      if (!trade) return refuse(reply, 404, 'ORDER_NOT_EXIST', '订单不存在');
      if (trade.state === 'paid') return refuse(reply, 400, 'ORDERPAID', '该订单已支付');
      ledger.close(trade);
      return answer(reply, 204, null);
    });
    door.post('/pay/v3/refund/domestic/refunds', (request, reply) => {
      const refundBody = read(request, refundOrder);
      if (!refundBody.success) return refuse(reply, 400, 'PARAM_ERROR', z.prettifyError(refundBody.error));
      const { out_trade_no: outTradeNo, out_refund_no: outRefundNo, amount, reason = '' } = refundBody.data;
      const trade = ledger.find('wechat', outTradeNo);
      if (!trade || trade.state !== 'paid') return refuse(reply, 404, 'RESOURCE_NOT_EXISTS', '订单不存在');
      if (amount.total !== trade.amountFen) return refuse(reply, 400, 'INVALID_REQUEST', '订单金额不一致');
      const started = startRefund({
        ledger,
        switches,
        tell,
        trade,
        ask: { outRefundNo, amountFen: amount.refund, reason },
      });
      if (started === 'conflict') return refuse(reply, 400, 'PARAM_ERROR', '退款单号重复，参数不一致');
      if (started === 'tooMuch') return refuse(reply, 400, 'INVALID_REQUEST', '订单金额或退款金额与之前请求不一致');
      if (started === 'poor') return refuse(reply, 403, 'NOT_ENOUGH', '基本账户余额不足，请充值后重新发起');
      return answer(reply, 200, refundTold({ trade, refund: started }));
    });
    door.get('/pay/v3/refund/domestic/refunds/:no', (request, reply) => {
      const refundEntry = ledger.findRefund('wechat', params.parse(request.params).no);
      return refundEntry
        ? answer(reply, 200, refundTold(refundEntry))
        : refuse(reply, 404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
    });
    door.get('/pay/v3/bill/tradebill', (request, reply) => {
      const query = billQuery.safeParse(request.query);
      if (!query.success) return refuse(reply, 400, 'PARAM_ERROR', z.prettifyError(query.error));
      const { bill_date: day, tar_type: packed } = query.data;
      const rows = billRows(ledger, 'wechat', day, switches.plants('wechat'));
      if (!isBillThere(day, ledger.now(), switches.of('wechat').billsAtOnce) || rows.length === 0)
        return refuse(reply, 400, 'NO_STATEMENT_EXIST', '账单文件不存在');
      const plain = Buffer.from(wechatBill(rows, wechatMerchant));
      const token = randomBytes(16).toString('hex');
      const sent = switches.of('wechat').damagedBills ? plain.subarray(0, -200) : plain;
      files.set(token, packed ? gzipSync(sent) : sent);
      return answer(reply, 200, {
        hash_type: 'SHA1',
        hash_value: createHash('sha1').update(plain).digest('hex'),
        download_url: `http://${request.headers.host}/pay/v3/billdownload/file?token=${token}`,
      });
    });
    door.get('/pay/v3/billdownload/file', (request, reply) => {
      const token = z.object({ token: z.string() }).safeParse(request.query);
      const file = token.success ? files.get(token.data.token) : undefined;
      if (!file) return refuse(reply, 400, 'INVALID_REQUEST', '请求参数错误');
      return reply.type('application/octet-stream').send(file);
    });
    done();
  });

  const writer = (set: PayKeys): NoticeWriter => ({
    write({ trade, refund }, id, twist) {
      const account = twist === 'foreign' ? { ...wechatMerchant, mchId: '1900000999' } : wechatMerchant;
      const one = twist === 'wrongAmount' ? 1 : 0;
      const payment = {
        ...tradeBody(trade),
        trade_state: 'SUCCESS',
        mchid: account.mchId,
        amount: {
          total: trade.amountFen + one,
          payer_total: trade.amountFen + one,
          currency: 'CNY',
          payer_currency: 'CNY',
        },
      };
      const back = refund && {
        ...refundTold({ trade, refund }),
        mchid: account.mchId,
        refund_status: refundState[refund.state],
      };
      const resource = encrypted(
        JSON.stringify(back ?? payment),
        set.wechat.apiV3Key,
        refund ? 'refund' : 'transaction',
      );
      const ends = { succeeded: 'SUCCESS', failed: 'ABNORMAL', closed: 'CLOSED', processing: 'SUCCESS' } as const;
      const body = JSON.stringify({
        id,
        create_time: moment(ledger.now()),
        resource_type: 'encrypt-resource',
        event_type: refund ? `REFUND.${ends[refund.state]}` : 'TRANSACTION.SUCCESS',
        summary: refund ? '退款通知' : '支付成功',
        resource: { original_type: refund ? 'refund' : 'transaction', ...resource },
      });
      const how =
        twist === 'forged'
          ? 'wrong'
          : twist === 'stale' || twist === 'unknownSerial' || twist === 'probe'
            ? twist
            : 'well';
      const signer = {
        ...signerOf(set.wechat, byPublicKey),
        stranger: set.alipay.platform,
        now: ledger.now(),
        twist: how,
      } as const;
      return {
        headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/4.0', ...signedHeaders(body, signer) },
        body,
      };
    },
    taken: (status) => status === 200 || status === 204,
  });
  return {
    writer,
    ofBridge: phone.ofBridge,
    clear() {
      used.clear();
      phone.clear();
      files.clear();
    },
  };
}
