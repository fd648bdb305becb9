// Alipay gateway calls: requests are signed, and only signed responses are trusted.
import { formatInstant } from '@anlan/contract/domain/instant';
import * as z from 'zod/mini';
import { OutboundError, type Outbound } from '../../outbound/index.ts';
import { PayFault, type PayFaultKind } from '../port.ts';
import type { AlipaySettings } from '../settings.ts';
import { isTheirs, partOf, signatureOf } from './signing.ts';

const kinds: Readonly<Record<string, PayFaultKind>> = {
  'ACQ.TRADE_NOT_EXIST': 'missing',
  'ACQ.TRADE_HAS_SUCCESS': 'paid',
  'ACQ.TRADE_HAS_FINISHED': 'limit',
  'ACQ.TRADE_HAS_CLOSE': 'closed',
  'ACQ.CONTEXT_INCONSISTENT': 'conflict',
  'ACQ.DISCORDANT_REPEAT_REQUEST': 'conflict',
  'ACQ.SELLER_BALANCE_NOT_ENOUGH': 'balance',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL': 'limit',
  'ACQ.TRADE_NOT_ALLOW_REFUND': 'limit',
  'ACQ.SYSTEM_ERROR': 'busy',
  'aop.ACQ.SYSTEM_ERROR': 'busy',
};
const head = z.object({
  code: z.string().check(z.maxLength(16)),
  msg: z.optional(z.string()),
  sub_code: z.optional(z.string().check(z.maxLength(128))),
  sub_msg: z.optional(z.string()),
});
const unreadable = () => new PayFault('unreached', 'UNREADABLE', '支付宝的答复读不懂');

function paramsOf(
  settings: AlipaySettings,
  of: { method: string; content: object; at: Date; more?: Readonly<Record<string, string>> },
): Record<string, string> {
  const params = {
    app_id: settings.appId,
    method: of.method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: formatInstant(of.at),
    version: '1.0',
    ...(settings.certificates === null
      ? {}
      : { app_cert_sn: settings.certificates.appSn, alipay_root_cert_sn: settings.certificates.rootSn }),
    ...of.more,
    biz_content: JSON.stringify(of.content),
  };
  return { ...params, sign: signatureOf(params, settings.privateKey) };
}

export function openAlipayCalls(settings: AlipaySettings, outbound: Pick<Outbound, 'open'>, now: () => Date) {
  const { gateway, publicKeys, certificates } = settings;
  /**
   * Returns the keys that may have signed a response. In certificate mode this is the key of the certificate that the
   * response names.
   */
  function keysFor(certSn: string | undefined) {
    if (certificates === null) return publicKeys;
    const key = certificates.keys.get(certSn ?? '');
    if (key === undefined)
      throw new PayFault('unreached', 'CERTIFICATE', '支付宝换了证书：请下载新的支付宝公钥证书，并列写进 ALIPAY_CERT');
    return [key];
  }
  const way = outbound.open({ bases: [gateway], waitMs: 8_000 });

  /** Calls a method of the gateway and parses the response with `schema`. Throws `PayFault`. */
  async function ask<T extends z.core.$ZodType>(method: string, content: object, schema: T): Promise<z.output<T>> {
    const body = new URLSearchParams(paramsOf(settings, { method, content, at: now() }));
    const reply = await way
      .ask({
        method: 'POST',
        address: `${gateway}?charset=utf-8`,
        headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
        body: body.toString(),
      })
      .catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error;
        throw new PayFault('unreached', error.fault, error.message.slice(0, 200));
      });
    const name = `${method.replaceAll('.', '_')}_response`;
    const part = partOf(reply.text, name) ?? partOf(reply.text, 'error_response');
    let whole: unknown;
    try {
      whole = JSON.parse(reply.text);
    } catch {
      throw unreadable();
    }
    const signed = z.object({ sign: z.optional(z.string()), alipay_cert_sn: z.optional(z.string()) }).safeParse(whole);
    if (part === null || !signed.success) throw unreadable();
    const headResult = head.safeParse(JSON.parse(part));
    if (!headResult.success) throw unreadable();
    const { code, sub_code: subCode, msg, sub_msg: subMsg } = headResult.data;
    const { sign, alipay_cert_sn: certSn } = signed.data;
    const words = `支付宝答复 ${subCode ?? code} ${subMsg ?? msg ?? ''}`.trim().slice(0, 200);
    // Errors of the gateway itself (keys, rights, load) are not signed. They never change the state of a payment.
    if (!sign && !['10000', '10003', '40004'].includes(code))
      throw new PayFault(code === '20000' ? 'busy' : 'refused', subCode ?? code, words);
    if (!sign || !isTheirs(part, sign, keysFor(certSn)))
      throw new PayFault('unreached', 'SIGNATURE', '支付宝的答复签名不对');
    if (code !== '10000') {
      const faultKind = subCode === undefined ? undefined : kinds[subCode];
      throw new PayFault(faultKind ?? (code === '20000' ? 'busy' : 'refused'), subCode ?? code, words);
    }
    const read = z.safeParse(schema, JSON.parse(part));
    if (!read.success) throw unreadable();
    return read.data;
  }

  return {
    ask,
    pageOf(method: string, content: object, more: Readonly<Record<string, string>>): string {
      const url = new URL(gateway);
      for (const [name, value] of Object.entries(paramsOf(settings, { method, content, at: now(), more })))
        url.searchParams.set(name, value);
      return url.href;
    },
  };
}

export type AlipayCalls = ReturnType<typeof openAlipayCalls>;
