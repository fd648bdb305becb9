import type { Answer } from '@anlan/contract/http/call-table';
import * as z from 'zod/mini';
import { failureError, ApiError } from './api-error.ts';
import { decryptAnswer } from './cipher.ts';
import { config } from './config.ts';
import type { Reply } from './send.ts';

const envelope = z.object({
  code: z.union([z.number(), z.string()]),
  data: z.optional(z.unknown()),
  encryptStr: z.optional(z.string()),
});

const unreadable = (reply: Reply) =>
  new ApiError({ kind: 'unreadable', status: 500, requestId: reply.headers.get('x-request-id') ?? undefined });

/**
 * Reads a response according to its call row. A failure response throws; a file is returned as Blob, other data is
 * decoded.
 */
export async function readAnswer(answer: Answer, reply: Reply): Promise<unknown> {
  const blob = await reply.blob();
  const binary = answer.kind === 'file' || answer.kind === 'document';
  const isJson = /\bjson\b/.test(reply.headers.get('content-type') ?? blob.type);
  if (reply.status === 200 && binary && !(isJson && answer.kind === 'file')) return blob;
  const body = parse(await blob.text());
  if (reply.status !== 200) throw failureError(reply.status, body, reply.headers);
  if (binary) throw failureError(reply.status, body, reply.headers);
  if (answer.kind === 'bare') return decode(answer.schema, body, reply);
  const read = z.safeParse(envelope, body);
  if (!read.success) throw unreadable(reply);
  if (String(read.data.code) !== '0') throw failureError(reply.status, body, reply.headers);
  const { data, encryptStr } = read.data;
  return decode(answer.schema, encryptStr === undefined ? (data ?? null) : await opened(encryptStr, reply), reply);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function decode(schema: z.ZodMiniType, wire: unknown, reply: Reply): unknown {
  const read = z.safeDecode(schema, wire);
  if (!read.success) throw unreadable(reply);
  return read.data;
}

async function opened(text: string, reply: Reply): Promise<unknown> {
  const { encryptKey } = await config();
  if (encryptKey === null) throw unreadable(reply);
  return parse(decryptAnswer(text, encryptKey));
}
