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
/** What browser tabs of one person tell each other. */
export type SiblingMessage = z.output<typeof message>;

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`${prefix}session`);

/** Tell the other browser tabs. */
export const tellSiblings = (said: SiblingMessage): void => channel?.postMessage(said);

/** Hear the other browser tabs; the answer stops listening. */
export function hearSiblings(listener: (said: SiblingMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    const read = z.safeParse(message, data);
    if (read.success) listener(read.data);
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}

/** Run alone among the browser tabs of this machine, where the browser can say so. */
export const alone = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(prefix + name, work) : work();
