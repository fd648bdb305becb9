import type { IncomingMessage } from 'node:http';
import { AppError } from '#kernel/errors.ts';
import { checkJson, guardKey, readJson } from '#kernel/json.ts';

export type Raw = Record<string, unknown>;

/** Parses a flat query or form. A repeated key becomes a list, which only a list schema accepts. */
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

export function parseQuery(url: string): Raw {
  const at = url.indexOf('?');
  return at < 0 ? Object.create(null) : parseFlat(url.slice(at + 1));
}

/** Reads the request body. Throws above `maxBytes` and never buffers more. */
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
    // An aborted client receives nothing, and the server logs no failure.
    throw request.complete || error instanceof AppError ? error : new AppError('invalid');
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('invalid');
  }
}

/** Parses a JSON body: an object, or a list when `bare` names its field. An empty body gives an empty object. */
export function parseJson(bytes: Uint8Array, bare: string | null = null): Raw {
  const text = decodeText(bytes);
  if (text.trim() === '') return Object.create(null);
  const value = readJson(text);
  if (Array.isArray(value) && bare !== null) return Object.assign(Object.create(null), { [bare]: value });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AppError('invalid');
  return value as Raw;
}

/** Throws when the input contains a text that PostgreSQL cannot store. */
export function checkTexts(raw: Raw) {
  checkJson(raw);
}
