// Parses a notice of WeChat Pay, only after its signature is verified.
import * as z from 'zod/mini';
import { noticeLimitBytes, PayNoticeRefused, type NoticeRequest, type PayNotice } from '../port.ts';
import type { WechatPaySettings } from '../settings.ts';
import type { WechatCalls } from './calls.ts';
import { isSigned, isTimely, signatureIn, decrypt } from './signing.ts';
import { payStateOf, refundNotice, refundStateOf, transaction } from './states.ts';

const envelope = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  event_type: z.string().check(z.maxLength(64)),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    nonce: z.string().check(z.maxLength(64)),
    ciphertext: z.string(),
    associated_data: z.optional(z.string().check(z.maxLength(64))),
  }),
});
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parsed<T extends z.core.$ZodType>(bytes: Buffer, schema: T): z.output<T> {
  let json: unknown;
  try {
    json = JSON.parse(strict.decode(bytes));
  } catch {
    throw new PayNoticeRefused('unreadable');
  }
  const read = z.safeParse(schema, json);
  if (!read.success) throw new PayNoticeRefused('unreadable', z.prettifyError(read.error).slice(0, 200));
  return read.data;
}

export const createWechatNotices =
  ({ mchId, appId, apiV3Keys }: WechatPaySettings, keys: WechatCalls['keys'], now: () => Date) =>
  async ({ headers, body }: NoticeRequest): Promise<PayNotice> => {
    if (body.length > noticeLimitBytes) throw new PayNoticeRefused('tooLong');
    const signature = signatureIn(headers);
    if (!signature) throw new PayNoticeRefused('unsigned');
    if (!isTimely(signature, now())) throw new PayNoticeRefused('late');
    const key = await keys.of(signature.serial);
    if (!key) throw new PayNoticeRefused('unknownKey', signature.serial);
    if (!isSigned(signature, body, key)) throw new PayNoticeRefused('forged');
    const { id, event_type: event, resource } = parsed(body, envelope);
    const opened = decrypt(resource, apiV3Keys);
    // The signature is valid, but the encryption key is another one. Either the notice is for another merchant, or
    // the key was changed only at WeChat Pay.
    if (!opened) throw new PayNoticeRefused('unreadable', 'sealed with another key');
    if (event.startsWith('TRANSACTION.')) {
      const payment = parsed(opened, transaction);
      if (payment.mchid !== mchId || payment.appid !== appId) throw new PayNoticeRefused('foreign', payment.mchid);
      return { kind: 'payment', id, outTradeNo: payment.out_trade_no, state: payStateOf(payment) };
    }
    if (event.startsWith('REFUND.')) {
      const refund = parsed(opened, refundNotice);
      if (refund.mchid !== mchId) throw new PayNoticeRefused('foreign', refund.mchid);
      const state = refundStateOf({ ...refund, status: refund.refund_status });
      return { kind: 'refund', id, outTradeNo: refund.out_trade_no, outRefundNo: refund.out_refund_no, state };
    }
    throw new PayNoticeRefused('unreadable', `event ${event}`);
  };
