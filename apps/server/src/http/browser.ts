import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '@anlan/contract/http/call-table';

const seconds = 600;

// Cookie name. Browsers accept the `__Host-` prefix only over TLS. Without TLS the server accepts only this machine
// (decision 0021).
const nameFor = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-oauth' : 'oauth');

function markOf(request: FastifyRequest): string | null {
  const name = nameFor(request);
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = part.trim().split('=', 2);
    if (key === name && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return null;
}

/**
 * Returns the browser id that the request sent. Without one, creates an id when the call issues ids (S15). Null for a
 * call that uses no browser id.
 */
export function browserOf(request: FastifyRequest, call: Call): string | null {
  if (call.browser === null) return null;
  const brought = markOf(request);
  return brought ?? (call.browser === 'marks' ? randomBytes(32).toString('base64url') : null);
}

/** Sets the browser id cookie. Scripts cannot read it, and cross-site requests do not send it. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, mark: string) {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${nameFor(request)}=${mark}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}
