// Calls of WeChat's public accounts: HTTP 200 always, success is an errcode of 0 or none, files answer JSON on failure.
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { OutboundError, type Outbound } from '../outbound/index.ts';
import { tokenCodes, WechatFault } from './faults.ts';

/** Where WeChat is. */
export interface WechatSettings {
  /** Base address of the calls, without a slash at its end. */
  base: string;
}

/** What an account is known to WeChat by. */
export interface WechatCredentials {
  appId: string;
  secret: string;
}

/** A token that WeChat gave out, and for how many seconds. */
export interface WechatToken {
  token: string;
  seconds: number;
}

/** Hands out access tokens of one account; `stale` is one that WeChat no longer takes. */
export type TokenSource = (stale: string | null) => Promise<string>;

/** A file on its way to WeChat. */
export interface WechatFile {
  name: string;
  type: string;
  bytes: Buffer;
  /** Beside the file: title and introduction of a video. */
  description?: { title: string; introduction: string };
}

const refusal = z.object({ errcode: z.optional(z.int()), errmsg: z.optional(z.string()) });
const given = z.object({ access_token: z.string().check(z.minLength(1), z.maxLength(1024)), expires_in: z.int() });
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

/** One body of several parts. */
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

/** Opens the way to WeChat. */
export function createWechat({ base }: WechatSettings, outbound: Pick<Outbound, 'open'>) {
  const way = outbound.open({ bases: [base], waitMs: 8_000, maxBytes: 1024 * 1024, keptOpenMs: 2_000 });
  const fileWay = outbound.open({ bases: [base], waitMs: 30_000, maxBytes: fileMost });
  const json = { 'content-type': 'application/json' };

  async function post(path: string, body: object): Promise<unknown> {
    const call = { method: 'POST' as const, address: `${base}${path}`, headers: json, body: JSON.stringify(body) };
    const { json: said } = await way.askJson(call).catch(unreached);
    refuse(said);
    return said;
  }
  /** With a token; once more with another where WeChat says that it is no longer good. */
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
    const { json: said } = await way.askJson({ address: `${base}${path}` }).catch(unreached);
    refuse(said);
    return said;
  }
  return {
    /** A token that stays the same for all nodes that ask (stable_token). */
    async token({ appId, secret }: WechatCredentials, anew: boolean): Promise<WechatToken> {
      const said = await post('/cgi-bin/stable_token', {
        grant_type: 'client_credential',
        appid: appId,
        secret,
        force_refresh: anew,
      });
      const read = given.safeParse(said);
      if (!read.success) throw new WechatFault(null, 'unreadable');
      return { token: read.data.access_token, seconds: Math.min(read.data.expires_in, 7_200) };
    },
    /** A call that says something in JSON and is answered so. */
    say: (tokens: TokenSource, path: string, body: object): Promise<unknown> =>
      withToken(tokens, (query) => post(`${path}?${query}`, body)),
    /** A call that says nothing but where it goes and is answered in JSON. */
    read: (tokens: TokenSource, path: string): Promise<unknown> =>
      withToken(tokens, (query) => ask(`${path}?${query}`)),
    /** Uploads a file. */
    upload: (tokens: TokenSource, path: string, more: string, file: WechatFile): Promise<unknown> =>
      withToken(tokens, async (query) => {
        const { type, body } = formOf(file);
        const { json: said } = await fileWay
          .askJson({
            method: 'POST',
            address: `${base}${path}?${query}${more}`,
            headers: { 'content-type': type },
            body,
          })
          .catch(unreached);
        refuse(said);
        return said;
      }),
    /** Fetches a file; `body` is said where the id travels in one. */
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
        // A refusal comes as JSON, whatever was asked for.
        if (/json|text\/plain/.test(type) || bytes[0] === 0x7b) {
          let said: unknown = null;
          try {
            said = JSON.parse(bytes.toString('utf8'));
          } catch {
            throw new WechatFault(null, 'unreadable');
          }
          refuse(said);
        }
        return { type, bytes };
      }),
    /** Fetches a video material from where WeChat says that it lies: one of its own hosts, or the base itself. */
    async film(address: string): Promise<{ type: string; bytes: Buffer }> {
      const url = URL.canParse(address) ? new URL(address) : null;
      const isBase = url?.origin === new URL(base).origin;
      // WeChat names its film hosts without TLS; they answer with it as well.
      if (url && !isBase) url.protocol = 'https:';
      if (!url || !(isBase || filmHosts.test(url.hostname))) throw new WechatFault(null, 'refused');
      const filmWay = isBase ? fileWay : outbound.open({ bases: [url.origin], waitMs: 30_000, maxBytes: fileMost });
      const { status, type, bytes } = await filmWay.askBytes({ address: url.href }).catch(unreached);
      if (status !== 200) throw new WechatFault(null, 'status');
      return { type, bytes };
    },
  };
}
/** WeChat, as far as public accounts need it. */
export type Wechat = ReturnType<typeof createWechat>;
