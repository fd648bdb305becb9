import * as z from 'zod/mini';
import { lockedSchema } from './lock.ts';
import { prefix } from './storage.ts';
import { tokensSchema } from './tokens.ts';

const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask') }),
  z.object({ kind: z.literal('hand'), tokens: tokensSchema, locked: z.optional(lockedSchema) }),
  z.object({ kind: z.literal('renewed'), tokens: tokensSchema }),
  z.object({ kind: z.literal('switched'), tokens: tokensSchema }),
  z.object({ kind: z.literal('locked'), key: z.string(), name: z.string(), since: z.number() }),
  z.object({ kind: z.literal('opened'), key: z.string() }),
  z.object({ kind: z.literal('ended'), key: z.string(), chosen: z.boolean(), notice: z.optional(z.string()) }),
]);
export type TabMessage = z.output<typeof message>;

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`${prefix}session`);

export const broadcastToTabs = (outgoing: TabMessage): void => channel?.postMessage(outgoing);

export function subscribeToTabs(listener: (said: TabMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    const read = z.safeParse(message, data);
    if (read.success) listener(read.data);
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}

/** Runs the work in one browser tab at a time, if the browser supports locks. */
export const runExclusive = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(prefix + name, work) : work();

const sessionLock = `${prefix}session`;
let releaseSession: (() => void) | undefined;

/** Holds the session's lock while this browser tab has a session, so that new tabs know that they can ask for it. */
export function holdSessionLock(): void {
  if (releaseSession !== undefined || !('locks' in navigator)) return;
  const over = new Promise<void>((done) => {
    releaseSession = done;
  });
  void navigator.locks.request(sessionLock, { mode: 'shared' }, () => over);
}

export function releaseSessionLock(): void {
  releaseSession?.();
  releaseSession = undefined;
}

/** Whether another browser tab has a session; undefined in a browser without locks. */
export async function isSessionElsewhere(): Promise<boolean | undefined> {
  if (!('locks' in navigator)) return undefined;
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name === sessionLock).length > (releaseSession === undefined ? 0 : 1);
}
