import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { proxiesOf } from './server.ts';

/** A proxy that has checked who somebody is (Kerberos, single sign-on) and says so. */
export interface VouchingProxy {
  /** Addresses and networks of the proxies. */
  addresses: readonly string[];
  /** What such a proxy sends as x-directory-secret. */
  secret: string;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Reads the account name that a listed proxy vouches for; null where none is named, and an empty name where somebody
 * else, or without the secret, names one (S16).
 */
export function vouching(proxy: VouchingProxy | null): (request: FastifyRequest) => string | null {
  const isListed = proxiesOf(proxy?.addresses ?? []);
  const wanted = digest(proxy?.secret ?? '');
  return ({ socket, headers }) => {
    const { 'x-directory-user': name, 'x-directory-secret': secret } = headers;
    if (typeof name !== 'string') return null;
    // The neighbour on the line, not who a forwarded header says it was.
    const listed = proxy !== null && isListed(socket.remoteAddress ?? '');
    return listed && typeof secret === 'string' && timingSafeEqual(digest(secret), wanted) ? name : '';
  };
}
