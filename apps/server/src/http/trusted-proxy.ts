import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { proxiesOf } from './server.ts';

/** A proxy that authenticates users itself (Kerberos, single sign-on) and sends the account name in a header. */
export interface TrustedProxy {
  addresses: readonly string[];
  /** Value that the proxy sends as x-directory-secret. */
  secret: string;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Account name from a listed proxy. Null without a name; empty when the sender or the secret is wrong (S16). */
export function createProxyAccountReader(proxy: TrustedProxy | null): (request: FastifyRequest) => string | null {
  const isListed = proxiesOf(proxy?.addresses ?? []);
  const wanted = digest(proxy?.secret ?? '');
  return ({ socket, headers }) => {
    const { 'x-directory-user': name, 'x-directory-secret': secret } = headers;
    if (typeof name !== 'string') return null;
    // Uses the address of the directly connected peer, not of a forwarded header.
    const listed = proxy !== null && isListed(socket.remoteAddress ?? '');
    return listed && typeof secret === 'string' && timingSafeEqual(digest(secret), wanted) ? name : '';
  };
}
