import type { PublicConfig } from '@anlan/contract/modules/session/session';
import { sessionCalls } from '@anlan/contract/modules/session/calls';
import * as z from 'zod/mini';
import { failureError, ApiError, networkError } from './api-error.ts';
import { send } from './send.ts';

let request: Promise<PublicConfig> | undefined;

/** The public configuration for sign-in (GET /config.json). Cached after the first success. */
export function config(): Promise<PublicConfig> {
  request ??= ask().catch((error: unknown) => {
    request = undefined;
    throw error;
  });
  return request;
}

/** Reads the configuration again, because the state of the first setup can change. */
export function freshConfig(): Promise<PublicConfig> {
  request = undefined;
  return config();
}

async function ask(): Promise<PublicConfig> {
  const { method, path, wait, answer } = sessionCalls.config;
  const reply = await send({ method, target: path, headers: { accept: 'application/json' }, wait });
  const text = await (await reply.blob()).text();
  if (reply.status !== 200) throw failureError(reply.status, null, reply.headers);
  const read = z.safeDecode(answer.schema, parse(text));
  if (!read.success) throw new ApiError({ kind: 'unreadable', status: 500 });
  return read.data;
}

// The response may be HTML from an intermediary, such as the login page of a hotel network.
function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    throw networkError();
  }
}
