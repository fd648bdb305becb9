import type { IncomingMessage } from 'node:http';
import { AppError } from '#kernel/errors.ts';
import { checkJson, guardKey, readJson } from '#kernel/json.ts';

/** Raw input by field name, before any schema has seen it. */
export type Raw = Record<string, unknown>;

/** A flat query or form: a key that repeats becomes a list, which only a list schema takes. */
export function parseFlat(text: string): Raw {
  const raw: Raw = Object.create(null);
  let keys = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    guardKey(key);
    if (++keys > 500) throw new AppError('invalid');
    const before = raw[key];
    if (before === undefined) raw[key] = value;
    else if (Array.isArray(before)) before.push(value);
    else raw[key] = [before, value];
  }
  return raw;
}

/** The query of a request address. */
export function parseQuery(url: string): Raw {
  const at = url.indexOf('?');
  return at < 0 ? Object.create(null) : parseFlat(url.slice(at + 1));
}

/** Reads the body up to a size; the rest of a longer one is never kept. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new AppError('tooLarge');
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > maxBytes) throw new AppError('tooLarge');
      chunks.push(bytes);
    }
  } catch (error) {
    // Whoever broke off hears nothing any more, and nothing here has failed.
    throw request.complete || error instanceof AppError ? error : new AppError('invalid');
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Bytes as text; anything but UTF-8 is refused. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('invalid');
  }
}

/** A JSON body that must be an object, or a list where the call gives a list alone a name; an empty body is an empty object. */
export function parseJson(bytes: Uint8Array, bare: string | null = null): Raw {
  const text = decodeText(bytes);
  if (text.trim() === '') return Object.create(null);
  const value = readJson(text);
  if (Array.isArray(value) && bare !== null) return Object.assign(Object.create(null), { [bare]: value });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AppError('invalid');
  return value as Raw;
}

/** Text values of a flat input must be storable. */
export function checkTexts(raw: Raw) {
  checkJson(raw);
}
