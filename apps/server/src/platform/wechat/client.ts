// Calls to WeChat official accounts. The HTTP status is always 200; a call succeeded when errcode is 0 or missing. A
// failed download returns JSON instead of the file.
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { OutboundError, type Outbound } from '../outbound/index.ts';
import { tokenCodes, WechatFault } from './wechat-fault.ts';

export interface WechatSettings {
  base: string;
}

export interface WechatCredentials {
  appId: string;
  secret: string;
}

/** An access token and its lifetime in seconds. */
export interface WechatToken {
  token: string;
  seconds: number;
}

/** Returns the access token of an account. `stale`: a token that WeChat has just refused, or null. */
export type TokenSource = (stale: string | null) => Promise<string>;

export interface WechatFile {
  name: string;
  type: string;
  bytes: Buffer;
  description?: { title: string; introduction: string };
}

const refusal = z.object({ errcode: z.optional(z.int()), errmsg: z.optional(z.string()) });
const tokenAnswer = z.object({
  access_token: z.string().check(z.minLength(1), z.maxLength(1024)),
  expires_in: z.int(),
});
const fileMost = 12 * 1024 * 1024;
const filmHosts = /(^|\.)qq\.com$/;

function refuse(json: unknown): void {
  const read = refusal.safeParse(json);
  if (!read.success) throw new WechatFault(null, 'unreadable');
  const { errcode = 0, errmsg = '' } = read.data;
  if (errcode !== 0) throw new WechatFault(errcode, errmsg.slice(0, 100));
}
const unreached = (error: unknown): never => {
  throw error instanceof OutboundError ? new WechatFault(null, error.fault) : error;
};
const quoted = (text: string) => text.replaceAll(/["\r\n]/g, '_');

function formOf({ name, type, bytes, description }: WechatFile): { type: string; body: Buffer } {
  const mark = `----anlan${randomUUID()}`;
  const part = (head: string, body: Buffer | string) => [`--${mark}\r\n${head}\r\n\r\n`, body, '\r\n'];
  const parts = [
    ...part(`Content-Disposition: form-data; name="media"; filename="${quoted(name)}"\r\nContent-Type: ${type}`, bytes),
    ...(description ? part('Content-Disposition: form-data; name="description"', JSON.stringify(description)) : []),
    `--${mark}--\r\n`,
  ];
  return { type: `multipart/form-data; boundary=${mark}`, body: Buffer.concat(parts.map((one) => Buffer.from(one))) };
}

export function createWechat({ base }: WechatSettings, outbound: Pick<Outbound, 'open'>) {
  const way = outbound.open({ bases: [base], waitMs: 8_000, maxBytes: 1024 * 1024, keepAliveMs: 2_000 });
  const fileWay = outbound.open({ bases: [base], waitMs: 30_000, maxBytes: fileMost });
  const json = { 'content-type': 'application/json' };

  async function post(path: string, body: object): Promise<unknown> {
    const call = { method: 'POST' as const, address: `${base}${path}`, headers: json, body: JSON.stringify(body) };
    const { json: response } = await way.askJson(call).catch(unreached);
    refuse(response);
    return response;
  }
  /** Calls WeChat with a token. When WeChat refuses the token, repeats the call once with a new one. */
  async function withToken<T>(tokens: TokenSource, work: (query: string) => Promise<T>): Promise<T> {
    const token = await tokens(null);
    try {
      return await work(`access_token=${encodeURIComponent(token)}`);
    } catch (error) {
      if (!(error instanceof WechatFault) || error.code === null || !tokenCodes.has(error.code)) throw error;
      return work(`access_token=${encodeURIComponent(await tokens(token))}`);
    }
  }
  async function ask(path: string): Promise<unknown> {
    const { json: response } = await way.askJson({ address: `${base}${path}` }).catch(unreached);
    refuse(response);
    return response;
  }
  return {
    /** Requests an access token by stable_token, which returns the same token to all nodes. */
    async token({ appId, secret }: WechatCredentials, anew: boolean): Promise<WechatToken> {
      const tokenResponse = await post('/cgi-bin/stable_token', {
        grant_type: 'client_credential',
        appid: appId,
        secret,
        force_refresh: anew,
      });
      const read = tokenAnswer.safeParse(tokenResponse);
      if (!read.success) throw new WechatFault(null, 'unreadable');
      return { token: read.data.access_token, seconds: Math.min(read.data.expires_in, 7_200) };
    },
    say: (tokens: TokenSource, path: string, body: object): Promise<unknown> =>
      withToken(tokens, (query) => post(`${path}?${query}`, body)),
    read: (tokens: TokenSource, path: string): Promise<unknown> =>
      withToken(tokens, (query) => ask(`${path}?${query}`)),
    upload: (tokens: TokenSource, path: string, more: string, file: WechatFile): Promise<unknown> =>
      withToken(tokens, async (query) => {
        const { type, body } = formOf(file);
        const { json: uploadResponse } = await fileWay
          .askJson({
            method: 'POST',
            address: `${base}${path}?${query}${more}`,
            headers: { 'content-type': type },
            body,
          })
          .catch(unreached);
        refuse(uploadResponse);
        return uploadResponse;
      }),
    /** Downloads a file. Some APIs expect the id in a request `body`. */
    download: (
      tokens: TokenSource,
      path: string,
      more: string,
      body?: object,
    ): Promise<{ type: string; bytes: Buffer }> =>
      withToken(tokens, async (query) => {
        const address = `${base}${path}?${query}${more}`;
        const { type, bytes } = await fileWay
          .askBytes(body ? { method: 'POST', address, headers: json, body: JSON.stringify(body) } : { address })
          .catch(unreached);
        // WeChat reports an error as JSON, also when a file was requested.
        if (/json|text\/plain/.test(type) || bytes[0] === 0x7b) {
          let errorBody: unknown = null;
          try {
            errorBody = JSON.parse(bytes.toString('utf8'));
          } catch {
            throw new WechatFault(null, 'unreadable');
          }
          refuse(errorBody);
        }
        return { type, bytes };
      }),
    /**
     * Downloads a video from the address that WeChat returned. Only WeChat's video hosts and the configured base
     * address are allowed.
     */
    async film(address: string): Promise<{ type: string; bytes: Buffer }> {
      const url = URL.canParse(address) ? new URL(address) : null;
      const isBase = url?.origin === new URL(base).origin;
      // WeChat returns http addresses, but its video hosts support TLS, so https is used.
      if (url && !isBase) url.protocol = 'https:';
      if (!url || !(isBase || filmHosts.test(url.hostname))) throw new WechatFault(null, 'refused');
      const filmWay = isBase ? fileWay : outbound.open({ bases: [url.origin], waitMs: 30_000, maxBytes: fileMost });
      const { status, type, bytes } = await filmWay.askBytes({ address: url.href }).catch(unreached);
      if (status !== 200) throw new WechatFault(null, 'status');
      return { type, bytes };
    },
  };
}
export type Wechat = ReturnType<typeof createWechat>;
