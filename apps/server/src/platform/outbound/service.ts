import { lookup } from 'node:dns/promises';
import { Agent as PlainAgent, request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isListed, isPublicAddress } from './addresses.ts';

/** Why nothing usable came back: not allowed, not there, too late, too long, unreadable, or asked too often in vain. */
export type OutboundFault = 'refused' | 'unreached' | 'late' | 'tooLong' | 'status' | 'unreadable' | 'resting';

/** A call outside that came to nothing. */
export class OutboundError extends Error {
  readonly fault: OutboundFault;
  constructor(fault: OutboundFault, message: string = fault) {
    super(message);
    this.name = 'OutboundError';
    this.fault = fault;
  }
}

/** A service outside that this installation was told of. */
export interface OutboundService {
  /** Its base addresses; nothing else is ever spoken to in its name. */
  bases: readonly string[];
  waitMs?: number;
  maxBytes?: number;
  /**
   * For a service that is asked many times a second: a connection stays open for so long after an answer, to the address
   * that was looked at when it was made. Shorter than the service keeps it, or a call may meet its end.
   */
  keptOpenMs?: number;
}

/** One call. */
export interface OutboundCall {
  method?: 'GET' | 'POST';
  address: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
}

/** What came back, whole, as it came. */
export interface OutboundBytes {
  status: number;
  type: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** What came back, whole, as text. */
export interface OutboundReply {
  status: number;
  type: string;
  headers: IncomingHttpHeaders;
  text: string;
}

/** What a calling installation allows. */
export interface OutboundRules {
  /** Addresses, networks and host names that are not public and may be spoken to all the same, also without TLS. */
  allowPrivate: readonly string[];
  /** Milliseconds now; tests set it. */
  now?: () => number;
  /** Addresses of a host name; tests set it. */
  resolve?: (host: string) => Promise<string[]>;
}

const resolveName = (host: string) =>
  lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );

const failuresBeforeRest = 5;
const restMs = 30_000;

/** Speaks to services outside: to those configured alone, at an address that was looked at first, briefly, without redirects. */
export function createOutbound({ allowPrivate, now = Date.now, resolve = resolveName }: OutboundRules) {
  const named = (host: string) => allowPrivate.includes(host) || (isIP(host) > 0 && isListed(host, allowPrivate));

  async function placeOf(url: URL): Promise<string> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const found = isIP(host) > 0 ? [host] : await resolve(host);
    const [first] = found;
    if (first === undefined) throw new OutboundError('unreached', `${host} 没有地址`);
    const own = named(host) || found.every((address) => named(address));
    if (!own && (url.protocol !== 'https:' || !found.every(isPublicAddress)))
      throw new OutboundError('refused', `${host} 不是允许的外部地址`);
    return first;
  }

  /** Opens the way to one service, with a breaker of its own. */
  function open({ bases, waitMs = 5_000, maxBytes = 64 * 1024, keptOpenMs }: OutboundService) {
    const origins = new Set(bases.map((base) => new URL(base).origin));
    const kept = { keepAlive: true, maxFreeSockets: 16, timeout: keptOpenMs };
    const agents = keptOpenMs === undefined ? null : { 'http:': new PlainAgent(kept), 'https:': new TlsAgent(kept) };
    let failures = 0;
    let restsUntil = 0;

    async function once(call: OutboundCall): Promise<OutboundBytes> {
      const url = new URL(call.address);
      if (!origins.has(url.origin) || url.username !== '' || url.password !== '')
        throw new OutboundError('refused', `${url.host} 不在允许的地址里`);
      const deadline = AbortSignal.timeout(waitMs);
      const late = new Promise<never>((_, reject) =>
        deadline.addEventListener('abort', () => reject(new OutboundError('late')), { once: true }),
      );
      const address = await Promise.race([placeOf(url), late]);
      // The name was looked up once; whoever answers differently the second time is not asked again.
      const pinned: LookupFunction = (_host, options, done) =>
        options.all ? done(null, [{ address, family: isIP(address) }]) : done(null, address, isIP(address));
      const exchange = new Promise<OutboundBytes>((done, reject) => {
        const isTls = url.protocol === 'https:';
        const ask = (isTls ? tlsRequest : plainRequest)(
          url,
          {
            method: call.method ?? 'GET',
            headers: { accept: 'application/json', 'user-agent': 'anlan/1.0', ...call.headers },
            lookup: pinned,
            signal: deadline,
            agent: agents?.[isTls ? 'https:' : 'http:'] ?? false,
          },
          (reply) => {
            const chunks: Buffer[] = [];
            let size = 0;
            reply.on('data', (chunk: Buffer) => {
              size += chunk.length;
              if (size > maxBytes) {
                reject(new OutboundError('tooLong'));
                ask.destroy();
              } else chunks.push(chunk);
            });
            reply.on('end', () =>
              done({
                status: reply.statusCode ?? 0,
                type: reply.headers['content-type'] ?? '',
                headers: reply.headers,
                bytes: Buffer.concat(chunks),
              }),
            );
            reply.on('error', reject);
          },
        );
        ask.on('error', reject);
        ask.end(call.body);
      });
      try {
        return await Promise.race([exchange, late]);
      } catch (error) {
        if (error instanceof OutboundError) throw error;
        throw deadline.aborted
          ? new OutboundError('late')
          : new OutboundError('unreached', error instanceof Error ? error.message : 'unreached');
      }
    }

    /** Counts what is the service's own fault; after a row of it the service rests and is tried by one call at a time. */
    async function asked<T>(call: OutboundCall, read: (reply: OutboundBytes) => T): Promise<T> {
      if (now() < restsUntil) throw new OutboundError('resting');
      if (failures >= failuresBeforeRest) restsUntil = now() + restMs;
      try {
        const reply = await once(call);
        if (reply.status >= 500 || (reply.status >= 300 && reply.status < 400))
          throw new OutboundError('status', `答复 ${reply.status}`);
        const taken = read(reply);
        failures = 0;
        restsUntil = 0;
        return taken;
      } catch (error) {
        failures += 1;
        if (failures >= failuresBeforeRest) restsUntil = now() + restMs;
        throw error;
      }
    }

    return {
      ask: (call: OutboundCall) =>
        asked(call, ({ bytes, ...reply }): OutboundReply => ({ ...reply, text: bytes.toString('utf8') })),
      /** The same, with the bytes as they came: for files. */
      askBytes: (call: OutboundCall) => asked(call, (reply) => reply),
      /** The same, with the answer as JSON; what is none counts against the service like silence. */
      askJson: (call: OutboundCall) =>
        asked(call, ({ status, bytes }): { status: number; json: unknown } => {
          try {
            return { status, json: JSON.parse(bytes.toString('utf8')) };
          } catch {
            throw new OutboundError('unreadable');
          }
        }),
    };
  }
  return { open };
}

/** The way outside. */
export type Outbound = ReturnType<typeof createOutbound>;
/** The way to one service. */
export type OutboundWay = ReturnType<Outbound['open']>;
