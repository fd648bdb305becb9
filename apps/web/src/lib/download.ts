import { sessionCalls } from '@anlan/contract/modules/session/calls';
import type { Call } from '@anlan/contract/http/dialect';
import * as z from 'zod/mini';
import { api } from './api.ts';
import { answered } from './api-error.ts';
import { isOwnPath, place } from './place.ts';
import { signal } from './signals.ts';

const { ticket } = api({ ticket: sessionCalls.ticket });
const fieldsOf = z.record(z.string(), z.unknown());

/** Let the browser itself fetch a file: a one-time ticket stands in for the token (decisions 34). */
export async function download<R extends Call>(row: R, input: z.output<R['input']>): Promise<void> {
  await downloadAt(place(row, z.parse(fieldsOf, z.encode(row.input, input))).target);
}

/** The same for an address that the server named, such as the result of long work. */
export async function downloadAt(target: string): Promise<void> {
  if (!isOwnPath(target)) throw new Error('only paths of our own are fetched');
  const { ticket: word } = await ticket({ purpose: 'file', target });
  const frame = document.createElement('iframe');
  frame.hidden = true;
  // An attachment never loads into the frame; what loads is the server's refusal.
  frame.onload = () => {
    const text = frame.contentDocument?.body.textContent ?? '';
    if (text === '') return;
    signal('failed', answered(500, parse(text), new Headers()));
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

/** Let the browser keep what the page itself has made, such as a picture of a chart. */
export function saveMade(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
