// Calls of Alipay's gateway: signed by us, and believed only when signed by them.
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

/** Signs the parameters of a call; the same for what is posted and what a browser opens. */
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

/** Opens the calls of one application. */
export function openAlipayCalls(settings: AlipaySettings, outbound: Pick<Outbound, 'open'>, now: () => Date) {
  const { gateway, publicKeys, certificates } = settings;
  /** Keys that an answer may be signed with: in certificate mode that of the certificate which it names. */
  function keysFor(certSn: string | undefined) {
    if (certificates === null) return publicKeys;
    const key = certificates.keys.get(certSn ?? '');
    if (key === undefined)
      throw new PayFault('unreached', 'CERTIFICATE', '支付宝换了证书：请下载新的支付宝公钥证书，并列写进 ALIPAY_CERT');
    return [key];
  }
  const way = outbound.open({ bases: [gateway], waitMs: 8_000 });

  /** Asks; the answer is checked against the schema. Throws `PayFault`. */
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
    const told = head.safeParse(JSON.parse(part));
    if (!told.success) throw unreadable();
    const { code, sub_code: subCode, msg, sub_msg: subMsg } = told.data;
    const { sign, alipay_cert_sn: certSn } = signed.data;
    const words = `支付宝答复 ${subCode ?? code} ${subMsg ?? msg ?? ''}`.trim().slice(0, 200);
    // Only what the gateway itself says of a call (keys, rights, load) comes unsigned, and it settles nothing.
    if (!sign && !['10000', '10003', '40004'].includes(code))
      throw new PayFault(code === '20000' ? 'busy' : 'refused', subCode ?? code, words);
    if (!sign || !isTheirs(part, sign, keysFor(certSn)))
      throw new PayFault('unreached', 'SIGNATURE', '支付宝的答复签名不对');
    if (code !== '10000') {
      const known = subCode === undefined ? undefined : kinds[subCode];
      throw new PayFault(known ?? (code === '20000' ? 'busy' : 'refused'), subCode ?? code, words);
    }
    const read = z.safeParse(schema, JSON.parse(part));
    if (!read.success) throw unreadable();
    return read.data;
  }

  return {
    ask,
    /** The address at the gateway that a browser opens. */
    pageOf(method: string, content: object, more: Readonly<Record<string, string>>): string {
      const url = new URL(gateway);
      for (const [name, value] of Object.entries(paramsOf(settings, { method, content, at: now(), more })))
        url.searchParams.set(name, value);
      return url.href;
    },
  };
}

/** The calls of one application. */
export type AlipayCalls = ReturnType<typeof openAlipayCalls>;
