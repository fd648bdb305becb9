import type { PublicConfig } from '@anlan/contract/modules/session/session';
import { sessionCalls } from '@anlan/contract/modules/session/calls';
import * as z from 'zod/mini';
import { answered, ApiError, unreached } from './api-error.ts';
import { send } from './send.ts';

let asked: Promise<PublicConfig> | undefined;

/** What the page must know before it can sign in (GET /config.json), asked once. */
export function config(): Promise<PublicConfig> {
  asked ??= ask().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** The same as it is now, for what changes while a first start goes on. */
export function freshConfig(): Promise<PublicConfig> {
  asked = undefined;
  return config();
}

async function ask(): Promise<PublicConfig> {
  const { method, path, wait, answer } = sessionCalls.config;
  const reply = await send({ method, target: path, headers: { accept: 'application/json' }, wait });
  const text = await (await reply.blob()).text();
  if (reply.status !== 200) throw answered(reply.status, null, reply.headers);
  const read = z.safeDecode(answer.schema, parse(text));
  if (!read.success) throw new ApiError({ kind: 'unreadable', status: 500 });
  return read.data;
}

// What stands between us and the server, such as the page of a hotel's network, answers in other words.
function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    throw unreached();
  }
}
