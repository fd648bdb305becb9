import type { Call } from '@anlan/contract/http/call-table';

export interface Placed {
  target: string;
  body: Record<string, unknown> | undefined;
}

/** Puts each field of a call into path, query or body. An array in the query repeats its key. */
export function place(call: Pick<Call, 'method' | 'path' | 'in'>, fields: Readonly<Record<string, unknown>>): Placed {
  let path = call.path;
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const where = call.in[name] ?? (call.method === 'GET' ? 'query' : 'body');
    if (where === 'body') body[name] = value;
    else if (value === null) continue;
    else if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    else for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const text = query.toString();
  return {
    target: text === '' ? path : `${path}?${text}`,
    body: call.method === 'POST' ? body : undefined,
  };
}

/**
 * Whether a target is our own path, so the token may be sent (S45). Refuses control characters, which browsers drop,
 * and backslashes, which they read as slashes.
 */
export const isOwnPath = (target: string): boolean => /^\/(?!\/)[^\u0000-\u0020\u007f\\]*$/.test(target);
