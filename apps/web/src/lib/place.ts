import type { Call } from '@anlan/contract/http/dialect';

/** A call's wire fields in their places. */
export interface Placed {
  /** Path with its query. */
  target: string;
  /** What goes as JSON, or undefined when nothing does. */
  body: Record<string, unknown> | undefined;
}

/** Put each wire field where the row says: path, query or body; an array repeats its key. */
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
 * Whether a target is a path of our own, so that it may carry the token (S45). Browsers drop tabs and line ends from
 * addresses and take a backslash for a slash: what holds one is nothing that we made.
 */
export const isOwnPath = (target: string): boolean => /^\/(?!\/)[^\u0000-\u0020\u007f\\]*$/.test(target);
