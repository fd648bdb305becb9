// Simulates Alipay with its real protocol: the gateway with RSA2, the cashier page, and bills.
import { createHash, randomBytes, sign, verify, X509Certificate } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { billRows, isBillThere } from './bills.ts';
import { alipayArchive } from './alipay-bill.ts';
import { cashier, cashierFault, phoneCashier } from './cashier.ts';
import { privateOf, publicOf, type PayKeys } from './keys.ts';
import type { Trade } from './ledger.ts';
import type { NoticeWriter } from './notices.ts';
import { startRefund } from './refunds.ts';
import type { PayPlace } from './wechat.ts';

export const alipayApp = { appId: '2021000000009191', sellerId: '2088000000009191' };

type Params = Readonly<Record<string, string>>;
type Said = Record<string, unknown>;
const signedText = (params: Params, without: readonly string[]) =>
  Object.entries(params)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
const local = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
/** Certificate serial as Alipay defines it: md5 of the issuer (in Java's format) and the decimal serial number. */
const certSn = ({ certificate }: { certificate: string }) => {
  const { issuer, serialNumber } = new X509Certificate(certificate);
  const parts = issuer.split('\n').toReversed();
  return createHash('md5')
    .update(parts.join(',') + String(BigInt(`0x${serialNumber}`)))
    .digest('hex');
};
const yuan = (fen: number) => (fen / 100).toFixed(2);
const money = z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/));
const fenOf = (text: string) => Math.round(Number(text) * 100);

const base = z.object({
  app_id: z.string(),
  method: z.string(),
  charset: z.literal('utf-8'),
  sign_type: z.literal('RSA2'),
  sign: z.string(),
  timestamp: z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)),
  version: z.literal('1.0'),
  biz_content: z.string(),
  notify_url: z.optional(z.string().check(z.regex(/^https?:\/\//))),
  return_url: z.optional(z.string().check(z.regex(/^https?:\/\//))),
});
const number = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/));
const pageContent = z.object({
  out_trade_no: number,
  product_code: z.enum(['FAST_INSTANT_TRADE_PAY', 'QUICK_WAP_WAY']),
  total_amount: money,
  subject: z.string().check(z.minLength(1), z.maxLength(256), z.regex(/^[^/=&]+$/)),
  time_expire: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/))),
});
const byNumber = z.object({ out_trade_no: number });
const refundContent = z.object({
  out_trade_no: number,
  out_request_no: number,
  refund_amount: money,
  refund_reason: z.optional(z.string().check(z.maxLength(256))),
});
const refundQuery = z.object({ out_trade_no: number, out_request_no: number });
const billContent = z.object({
  bill_type: z.literal('trade'),
  bill_date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
});

const ok = (answer: Said): Said => ({ code: '10000', msg: 'Success', ...answer });
const business = (subCode: string, subMsg: string): Said => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code: subCode,
  sub_msg: subMsg,
});
const invalid = (subCode: string, subMsg: string): Said => ({
  code: '40002',
  msg: 'Invalid Arguments',
  sub_code: subCode,
  sub_msg: subMsg,
});
const noTrade = business('ACQ.TRADE_NOT_EXIST', '交易不存在');
const queries = z.record(z.string(), z.string());

function statusOf(trade: Trade): string {
  if (trade.state !== 'paid') return trade.state === 'closed' ? 'TRADE_CLOSED' : 'WAIT_BUYER_PAY';
  const back = trade.refunds
    .filter(({ state }) => state === 'succeeded')
    .reduce((sum, { amountFen }) => sum + amountFen, 0);
  return back >= trade.amountFen ? 'TRADE_CLOSED' : 'TRADE_SUCCESS';
}

export function openAlipay(app: FastifyInstance, { keys, ledger, switches, tell }: PayPlace) {
  const files = new Map<string, Buffer>();

  /** A protocol error of a call, or null. */
  function callFault(params: Params, set: PayKeys['alipay']): Said | null {
    const baseParams = base.safeParse(params);
    if (!baseParams.success) return invalid('isv.missing-parameter', z.prettifyError(baseParams.error));
    if (baseParams.data.app_id !== alipayApp.appId) return invalid('isv.invalid-app-id', '无效的AppID参数');
    if (Math.abs(Date.parse(`${baseParams.data.timestamp.replace(' ', 'T')}+08:00`) - ledger.now()) > 900_000)
      return invalid('isv.invalid-timestamp', '无效的时间戳参数');
    const text = Buffer.from(signedText(params, ['sign']));
    if (!verify('RSA-SHA256', text, publicOf(set.app), Buffer.from(baseParams.data.sign, 'base64')))
      return invalid('isv.invalid-signature', '验签出错，请检查应用公钥是否正确');
    const named = [params['app_cert_sn'], params['alipay_root_cert_sn']];
    const own = [certSn(set.app), certSn(set.platform)];
    if (named.some((sn) => sn !== undefined) && named.join() !== own.join())
      return invalid('isv.invalid-cert-sn', '证书序列号不对，请检查应用公钥证书和根证书');
    return null;
  }

  function perform(method: string, content: unknown, host: string): Said {
    const read = <T extends z.core.$ZodType>(schema: T) => z.safeParse(schema, content);
    const wrong = invalid('isv.invalid-parameter', '参数无效');
    if (method === 'alipay.trade.query') {
      const numberParams = read(byNumber);
      const trade = numberParams.success && ledger.find('alipay', numberParams.data.out_trade_no);
      if (!trade || trade.state === 'shown') return numberParams.success ? noTrade : wrong;
      const paid =
        trade.paidAt === null ? {} : { send_pay_date: local(trade.paidAt), buyer_pay_amount: yuan(trade.amountFen) };
      return ok({
        buyer_logon_id: '158****0000',
        out_trade_no: trade.outTradeNo,
        trade_no: trade.tradeNo,
        trade_status: statusOf(trade),
        total_amount: yuan(trade.amountFen),
        ...paid,
      });
    }
    if (method === 'alipay.trade.close') {
      const numberParams = read(byNumber);
      const trade = numberParams.success && ledger.find('alipay', numberParams.data.out_trade_no);
      if (!trade || trade.state === 'shown') return numberParams.success ? noTrade : wrong;
      if (trade.state !== 'open') return business('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
      ledger.close(trade);
      return ok({ out_trade_no: trade.outTradeNo, trade_no: trade.tradeNo });
    }
    if (method === 'alipay.trade.refund') {
      const refundParams = read(refundContent);
      if (!refundParams.success) return wrong;
      const trade = ledger.find('alipay', refundParams.data.out_trade_no);
      if (!trade || trade.state === 'shown') return noTrade;
      if (trade.state !== 'paid') return business('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
      if (switches.of('alipay').refunds === 'fail' || switches.of('alipay').refunds === 'closed')
        return business('ACQ.TRADE_NOT_ALLOW_REFUND', '当前交易不允许退款');
      const { out_request_no: outRefundNo, refund_amount: amount, refund_reason: reason = '' } = refundParams.data;
      const isRepeated = ledger.findRefund('alipay', outRefundNo) !== null;
      const started = startRefund({
        ledger,
        switches,
        tell,
        trade,
        ask: { outRefundNo, amountFen: fenOf(amount), reason },
      });
      if (started === 'conflict') return business('ACQ.DISCORDANT_REPEAT_REQUEST', '不一致的请求');
      if (started === 'tooMuch') return business('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限');
      if (started === 'poor') return business('ACQ.SELLER_BALANCE_NOT_ENOUGH', '卖家余额不足');
      return ok({
        out_trade_no: trade.outTradeNo,
        trade_no: trade.tradeNo,
        buyer_logon_id: '158****0000',
        fund_change: isRepeated || started.state !== 'succeeded' ? 'N' : 'Y',
        refund_fee: yuan(trade.amountFen - ledger.left(trade)),
      });
    }
    if (method === 'alipay.trade.fastpay.refund.query') {
      const queryParams = read(refundQuery);
      if (!queryParams.success) return wrong;
      const trade = ledger.find('alipay', queryParams.data.out_trade_no);
      if (!trade || trade.state === 'shown') return noTrade;
      const refund = trade.refunds.find((one) => one.outRefundNo === queryParams.data.out_request_no);
      if (!refund || refund.state !== 'succeeded') return ok({});
      return ok({
        out_trade_no: trade.outTradeNo,
        trade_no: trade.tradeNo,
        out_request_no: refund.outRefundNo,
        refund_status: 'REFUND_SUCCESS',
        refund_amount: yuan(refund.amountFen),
        total_amount: yuan(trade.amountFen),
        ...(refund.doneAt === null ? {} : { gmt_refund_pay: local(refund.doneAt) }),
      });
    }
    if (method === 'alipay.data.dataservice.bill.downloadurl.query') {
      const billParams = read(billContent);
      if (!billParams.success) return wrong;
      const { bill_date: day } = billParams.data;
      const rows = billRows(ledger, 'alipay', day, switches.plants('alipay'));
      if (!isBillThere(day, ledger.now(), switches.of('alipay').billsAtOnce) || rows.length === 0)
        return business('isp.bill_not_exist', '账单不存在');
      const fileId = randomBytes(16).toString('hex');
      files.set(fileId, alipayArchive(rows, { sellerId: alipayApp.sellerId, day }));
      return ok({ bill_download_url: `http://${host}/ali/downloadBillFile.resource?bizType=trade&fileId=${fileId}` });
    }
    return { code: '40001', msg: 'Missing Method', sub_code: 'isv.invalid-method', sub_msg: '不存在的方法名' };
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, params: Params) {
    const { alipay, wechat } = await keys();
    const fault = callFault(params, alipay);
    let content: unknown = null;
    try {
      content = JSON.parse(params['biz_content'] ?? '');
    } catch {
      // Ignores invalid JSON: without the required fields, the checks below refuse it.
    }
    const method = params['method'] ?? '';
    const response = fault ?? perform(method, content, String(request.headers.host));
    request.verdict = fault
      ? `拒绝：${String(fault['sub_code'])}`
      : response['code'] === '10000'
        ? '签名正确'
        : `拒绝：${String(response['sub_code'])}`;
    const part = JSON.stringify(response);
    const { answers } = switches.of('alipay');
    const key = privateOf(answers === 'wrong' || answers === 'unknownSerial' ? wechat.publicKey : alipay.platform);
    const signature = sign('RSA-SHA256', Buffer.from(part), key).toString('base64');
    // When the request uses certificates, the answer names our certificate.
    const certificate = params['app_cert_sn'] === undefined ? '' : `,"alipay_cert_sn":"${certSn(alipay.platform)}"`;
    const tail = answers === 'unsigned' ? '' : `${certificate},"sign":"${signature}"`;
    const name = fault && !method ? 'error_response' : `${method.replaceAll('.', '_')}_response`;
    return reply.type('text/html;charset=utf-8').send(`{"${name}":${part}${tail}}`);
  }

  async function page(reply: FastifyReply, params: Params) {
    const { alipay } = await keys();
    const fault = callFault(params, alipay);
    const show = (html: string) => reply.type('text/html; charset=utf-8').send(html);
    if (fault) return show(cashierFault(String(fault['sub_msg'])));
    const parsedContent = z.safeParse(
      pageContent,
      (() => {
        try {
          return JSON.parse(params['biz_content'] ?? '');
        } catch {
          return null;
        }
      })(),
    );
    const isPhone = params['method'] === 'alipay.trade.wap.pay';
    if (!parsedContent.success || (parsedContent.data.product_code === 'QUICK_WAP_WAY') !== isPhone)
      return show(cashierFault('请求参数错误'));
    const { out_trade_no: outTradeNo, total_amount: amount, subject, time_expire: expires } = parsedContent.data;
    const expiresAt =
      expires === undefined ? ledger.now() + 15 * 86_400_000 : Date.parse(`${expires.replace(' ', 'T')}+08:00`);
    const existingTrade = ledger.find('alipay', outTradeNo);
    if (existingTrade?.state === 'paid') return show(cashierFault('订单已支付，请勿重复支付'));
    if (existingTrade?.state === 'closed' || expiresAt <= ledger.now()) return show(cashierFault('订单已关闭'));
    if (existingTrade && existingTrade.amountFen !== fenOf(amount)) return show(cashierFault('交易信息被篡改'));
    const trade =
      existingTrade ??
      ledger.begin({
        vendor: 'alipay',
        outTradeNo,
        subject,
        amountFen: fenOf(amount),
        notifyUrl: params['notify_url'] ?? '',
        expiresAt,
        state: 'shown',
      });
    return show(isPhone ? phoneCashier('支付宝', trade, params['return_url'] ?? '') : cashier(trade));
  }

  app.get('/ali/gateway.do', (request, reply) => page(reply, queries.parse(request.query)));
  app.get('/ali/downloadBillFile.resource', (request, reply) => {
    const { fileId = '' } = queries.parse(request.query);
    const file = files.get(fileId);
    request.verdict = file ? '账单' : '拒绝：没有这个文件';
    if (file && switches.of('alipay').damagedBills) file.fill(0x55, 400, 420);
    return file ? reply.type('application/octet-stream').send(file) : reply.code(404).send('');
  });
  void app.register((door, _, done) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, next) =>
      next(null, body),
    );
    door.post('/ali/gateway.do', (request, reply) => {
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      return answer(request, reply, { ...queries.parse(request.query), ...Object.fromEntries(form) });
    });
    done();
  });

  const writer = (set: PayKeys): NoticeWriter => ({
    write({ trade, refund }, id, twist) {
      const now = ledger.now() - (twist === 'stale' ? 30 * 3_600_000 : 0);
      const back = trade.amountFen - ledger.left(trade);
      const params: Record<string, string> = {
        notify_id: id,
        notify_type: 'trade_status_sync',
        notify_time: local(now),
        app_id: twist === 'foreign' ? '2021000000000999' : alipayApp.appId,
        seller_id: alipayApp.sellerId,
        buyer_id: '2088000000000158',
        charset: 'utf-8',
        version: '1.0',
        auth_app_id: alipayApp.appId,
        out_trade_no: trade.outTradeNo,
        trade_no: trade.tradeNo,
        // A payment notice has the status at the time of the payment, even when a refund followed.
        trade_status: refund ? statusOf(trade) : 'TRADE_SUCCESS',
        total_amount: yuan(trade.amountFen + (twist === 'wrongAmount' ? 1 : 0)),
        receipt_amount: yuan(trade.amountFen),
        subject: trade.subject,
        gmt_create: local(trade.createdAt),
        ...(trade.paidAt === null ? {} : { gmt_payment: local(trade.paidAt) }),
        ...(refund
          ? { gmt_refund: `${local(refund.doneAt ?? now)}.000`, refund_fee: yuan(back), out_biz_no: refund.outRefundNo }
          : {}),
      };
      const key = privateOf(
        twist === 'forged' || twist === 'unknownSerial' ? set.wechat.publicKey : set.alipay.platform,
      );
      const signature = sign('RSA-SHA256', Buffer.from(signedText(params, [])), key).toString('base64');
      const body = new URLSearchParams({
        ...params,
        sign_type: 'RSA2',
        sign: twist === 'probe' ? 'SIGNTEST' : signature,
      });
      return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body: body.toString() };
    },
    taken: (status, text) => status === 200 && text === 'success',
  });
  return { writer, clear: () => files.clear() };
}
