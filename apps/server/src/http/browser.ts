import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '@anlan/contract/http/dialect';

const seconds = 600;

// Browsers take a Secure cookie, and so the prefix, over TLS alone; without it only this machine is served (record 0021).
const nameFor = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-oauth' : 'oauth');

function markOf(request: FastifyRequest): string | null {
  const name = nameFor(request);
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = part.trim().split('=', 2);
    if (key === name && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return null;
}

/** The mark of the browser behind a request: the one it brings, or a new one where the call gives marks (S15). */
export function browserOf(request: FastifyRequest, call: Call): string | null {
  if (call.browser === null) return null;
  const brought = markOf(request);
  return brought ?? (call.browser === 'marks' ? randomBytes(32).toString('base64url') : null);
}

/** Gives a browser its mark, which no script reads and no other site's request carries. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, mark: string) {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${nameFor(request)}=${mark}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}
