import { sessionCalls } from '@anlan/contract/modules/session/calls';
import type { Call } from '@anlan/contract/http/call-table';
import * as z from 'zod/mini';
import { api } from './api.ts';
import { failureError } from './api-error.ts';
import { isOwnPath, place } from './request-fields.ts';
import { signal } from './app-events.ts';

const { ticket } = api({ ticket: sessionCalls.ticket });
const fieldsOf = z.record(z.string(), z.unknown());

/** Downloads a file with the browser, authorized by a one-time ticket instead of the token. */
export async function download<R extends Call>(row: R, input: z.output<R['input']>): Promise<void> {
  await downloadAt(place(row, z.parse(fieldsOf, z.encode(row.input, input))).target);
}

export async function downloadAt(target: string): Promise<void> {
  if (!isOwnPath(target)) throw new Error('only paths of our own are fetched');
  const { ticket: word } = await ticket({ purpose: 'file', target });
  const frame = document.createElement('iframe');
  frame.hidden = true;
  // A download never loads into the frame. So if the frame has content, that is the error message of the server.
  frame.onload = () => {
    const text = frame.contentDocument?.body.textContent ?? '';
    if (text === '') return;
    signal('failed', failureError(500, parse(text), new Headers()));
    frame.remove();
  };
  frame.src = `${target}${target.includes('?') ? '&' : '?'}access_token=${encodeURIComponent(word)}`;
  document.body.append(frame);
  setTimeout(() => frame.remove(), 600_000);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function saveMade(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
