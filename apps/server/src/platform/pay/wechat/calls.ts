// WeChat Pay v3 calls: requests are signed, and only signed responses are trusted.
import type { KeyObject } from 'node:crypto';
import { OutboundError, type Outbound, type OutboundBytes } from '../../outbound/index.ts';
import { PayFault, type PayFaultKind } from '../port.ts';
import type { WechatPaySettings } from '../settings.ts';
import { openPlatformKeys, type CertificateAnswer } from './keys.ts';
import { authorizationOf, isSigned, isTimely, signatureIn } from './signing.ts';
import * as z from 'zod/mini';

const kinds: Readonly<Record<string, PayFaultKind>> = {
  ORDERPAID: 'paid',
  ORDER_PAID: 'paid',
  ORDER_CLOSED: 'closed',
  ORDERCLOSED: 'closed',
  ORDER_NOT_EXIST: 'missing',
  ORDERNOTEXIST: 'missing',
  RESOURCE_NOT_EXISTS: 'missing',
  OUT_TRADE_NO_USED: 'conflict',
  NOT_ENOUGH: 'balance',
  FREQUENCY_LIMITED: 'busy',
  RATELIMIT_EXCEEDED: 'busy',
  FREQUENCY_LIMIT_EXCEED: 'busy',
  SYSTEM_ERROR: 'busy',
  SYSTEMERROR: 'busy',
  BIZERR_NEED_RETRY: 'busy',
};
const refusal = z.object({ code: z.string(), message: z.optional(z.string()) });

function faultOf(status: number, text: string): PayFault {
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // The body is no JSON of WeChat Pay, so only the HTTP status is used.
  }
  const read = refusal.safeParse(json);
  const code = read.success ? read.data.code.slice(0, 64) : null;
  const kind = (code === null ? undefined : kinds[code]) ?? (status === 429 ? 'busy' : 'refused');
  const message = read.success ? (read.data.message ?? code ?? '') : '';
  return new PayFault(kind, code, `微信支付答复 ${status} ${message}`.trim().slice(0, 200));
}

function throwUnreached(error: unknown): never {
  if (error instanceof PayFault) throw error;
  if (error instanceof OutboundError) throw new PayFault('unreached', error.fault, error.message.slice(0, 200));
  throw error;
}

export function openWechatCalls(settings: WechatPaySettings, outbound: Pick<Outbound, 'open'>, now: () => Date) {
  const { base } = settings;
  const way = outbound.open({ bases: [base], waitMs: 8_000 });
  // Bills are large and slow, so they have a separate circuit breaker. Their failures do not block payments.
  const billWay = outbound.open({ bases: [base], waitMs: 120_000, maxBytes: 64 * 1024 * 1024 });

  const headersOf = (method: 'GET' | 'POST', address: string, body: string, accept = 'application/json') => {
    const { pathname, search } = new URL(address);
    return {
      accept,
      authorization: authorizationOf(settings, { method, pathAndQuery: pathname + search, body, at: now() }),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(keys.preferred === null ? {} : { 'wechatpay-serial': keys.preferred }),
    };
  };
  const send = (method: 'GET' | 'POST', path: string, body = '') => {
    const address = `${base}${path}`;
    const headers = headersOf(method, address, body);
    return way.askBytes({ method, address, headers, ...(body === '' ? {} : { body }) });
  };
  const isTheirs = ({ body, signature }: CertificateAnswer, key: KeyObject) =>
    signature !== null && isTimely(signature, now()) && isSigned(signature, body, key);
  const keys = openPlatformKeys({
    configuredKeys: settings.platformKeys,
    apiV3Keys: settings.apiV3Keys,
    now: () => now().getTime(),
    async fetchThem() {
      const { status, headers, bytes } = await send('GET', '/v3/certificates');
      if (status !== 200) throw faultOf(status, bytes.toString('utf8'));
      return { body: bytes, signature: signatureIn(headers) };
    },
    isTheirs,
  });

  /**
   * Verifies the signature of a response. An error response may be unsigned; WeChat Pay's own clients accept that too.
   */
  async function verifyResponse({ status, headers, bytes }: OutboundBytes): Promise<void> {
    // WeChat Pay refused our own signature. This response is accepted without a signature, because it changes no
    // payment. Without a valid signature of ours, the keys to verify it cannot be downloaded.
    if (status === 401) return;
    const signature = signatureIn(headers);
    const well = status >= 200 && status < 300;
    if (signature === null && !well && headers['wechatpay-signature'] === undefined) return;
    const key = signature && (await keys.of(signature.serial));
    if (!key || !isTheirs({ body: bytes, signature }, key))
      throw new PayFault('unreached', 'SIGNATURE', '微信支付的答复签名不对');
  }

  return {
    keys,
    /** Calls an API path and returns its JSON; null for status 204. Throws `PayFault`. */
    async ask(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
      try {
        const reply = await send(method, path, body === undefined ? '' : JSON.stringify(body));
        await verifyResponse(reply);
        const text = reply.bytes.toString('utf8');
        if (reply.status < 200 || reply.status >= 300) throw faultOf(reply.status, text);
        if (reply.status === 204 || text === '') return null;
        try {
          return JSON.parse(text);
        } catch {
          throw new PayFault('unreached', 'UNREADABLE', '微信支付的答复读不懂');
        }
      } catch (error) {
        return throwUnreached(error);
      }
    },
    async file(address: string): Promise<Buffer> {
      try {
        const headers = headersOf('GET', address, '', '*/*');
        const { status, bytes } = await billWay.askBytes({ address, headers });
        if (status !== 200) throw faultOf(status, bytes.subarray(0, 4_096).toString('utf8'));
        return bytes;
      } catch (error) {
        return throwUnreached(error);
      }
    },
  };
}

export type WechatCalls = ReturnType<typeof openWechatCalls>;
