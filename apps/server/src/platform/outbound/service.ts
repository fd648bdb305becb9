import { lookup } from 'node:dns/promises';
import { Agent as PlainAgent, request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isListed, isPublicAddress } from './public-address.ts';

/** Why a call failed. `resting`: the service failed repeatedly, so the circuit breaker is open and no call is sent. */
export type OutboundFault = 'refused' | 'unreached' | 'late' | 'tooLong' | 'status' | 'unreadable' | 'resting';

export class OutboundError extends Error {
  readonly fault: OutboundFault;
  constructor(fault: OutboundFault, message: string = fault) {
    super(message);
    this.name = 'OutboundError';
    this.fault = fault;
  }
}

export interface OutboundService {
  bases: readonly string[];
  waitMs?: number;
  maxBytes?: number;
  /**
   * Milliseconds for which the connection to the checked address stays open after a response. For services with many
   * calls a second. Must be shorter than the idle timeout of the service.
   */
  keepAliveMs?: number;
}

export interface OutboundCall {
  method?: 'GET' | 'POST';
  address: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
}

export interface OutboundBytes {
  status: number;
  type: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

export interface OutboundReply {
  status: number;
  type: string;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface OutboundRules {
  allowPrivate: readonly string[];
  now?: () => number;
  resolve?: (host: string) => Promise<string[]>;
}

const resolveName = (host: string) =>
  lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );

const failuresBeforeRest = 5;
const restMs = 30_000;

/**
 * Creates the client for external services. It calls only configured services, at an address checked before, with short
 * timeouts, and follows no redirects.
 */
export function createOutbound({ allowPrivate, now = Date.now, resolve = resolveName }: OutboundRules) {
  const named = (host: string) => allowPrivate.includes(host) || (isIP(host) > 0 && isListed(host, allowPrivate));

  async function placeOf(url: URL): Promise<string> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const hostAddresses = isIP(host) > 0 ? [host] : await resolve(host);
    const [first] = hostAddresses;
    if (first === undefined) throw new OutboundError('unreached', `${host} 没有地址`);
    const own = named(host) || hostAddresses.every((address) => named(address));
    if (!own && (url.protocol !== 'https:' || !hostAddresses.every(isPublicAddress)))
      throw new OutboundError('refused', `${host} 不是允许的外部地址`);
    return first;
  }

  /** Opens one service, with its own circuit breaker. */
  function open({ bases, waitMs = 5_000, maxBytes = 64 * 1024, keepAliveMs: keptOpenMs }: OutboundService) {
    const origins = new Set(bases.map((base) => new URL(base).origin));
    const agentOptions = { keepAlive: true, maxFreeSockets: 16, timeout: keptOpenMs };
    const agents =
      keptOpenMs === undefined ? null : { 'http:': new PlainAgent(agentOptions), 'https:': new TlsAgent(agentOptions) };
    let failures = 0;
    let circuitOpenUntil = 0;

    async function once(call: OutboundCall): Promise<OutboundBytes> {
      const url = new URL(call.address);
      if (!origins.has(url.origin) || url.username !== '' || url.password !== '')
        throw new OutboundError('refused', `${url.host} 不在允许的地址里`);
      const deadline = AbortSignal.timeout(waitMs);
      const late = new Promise<never>((_, reject) =>
        deadline.addEventListener('abort', () => reject(new OutboundError('late')), { once: true }),
      );
      const address = await Promise.race([placeOf(url), late]);
      // Uses the checked address. A second DNS lookup could return another address (DNS rebinding).
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

    /**
     * Calls the service and counts its failures. After several failures in a row the circuit breaker opens; later
     * single calls test whether the service works again.
     */
    async function callService<T>(call: OutboundCall, read: (reply: OutboundBytes) => T): Promise<T> {
      if (now() < circuitOpenUntil) throw new OutboundError('resting');
      if (failures >= failuresBeforeRest) circuitOpenUntil = now() + restMs;
      try {
        const reply = await once(call);
        if (reply.status >= 500 || (reply.status >= 300 && reply.status < 400))
          throw new OutboundError('status', `答复 ${reply.status}`);
        const value = read(reply);
        failures = 0;
        circuitOpenUntil = 0;
        return value;
      } catch (error) {
        failures += 1;
        if (failures >= failuresBeforeRest) circuitOpenUntil = now() + restMs;
        throw error;
      }
    }

    return {
      ask: (call: OutboundCall) =>
        callService(call, ({ bytes, ...reply }): OutboundReply => ({ ...reply, text: bytes.toString('utf8') })),
      askBytes: (call: OutboundCall) => callService(call, (reply) => reply),
      askJson: (call: OutboundCall) =>
        callService(call, ({ status, bytes }): { status: number; json: unknown } => {
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

export type Outbound = ReturnType<typeof createOutbound>;
export type OutboundWay = ReturnType<Outbound['open']>;
