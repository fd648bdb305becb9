import { frameData, frameType, type FrameData, type FrameType } from '@anlan/contract/domain/live';
import * as z from 'zod/mini';
import { onSignal, signal } from './signals.ts';

const frame = z.object({ type: z.string(), data: z.optional(frameData), id: z.optional(z.string()) });
const ended = z.object({ msg: z.optional(z.string()) });

/** What is heard: frames of the server's, and that the line stands. */
type Heard = FrameType | 'ready';
type Listener = (data: FrameData) => void;
const listeners = new Map<Heard, Set<Listener>>();

/** Hears what the server tells this person, in whichever browser tab the socket is; the answer stops listening. */
export function onFrame(type: Heard, listener: Listener): () => void {
  const all = listeners.get(type) ?? new Set();
  listeners.set(type, all.add(listener));
  return () => all.delete(listener);
}

const tell = (type: Heard, data: FrameData) => {
  for (const listener of listeners.get(type) ?? []) listener(data);
};

// Frames may come twice: once as they happen and once as something that was missed.
const rememberedMost = 1_000;
let seen = new Set<string>();
let lastId: string | undefined;
onSignal('ended', () => {
  seen = new Set();
  lastId = undefined;
});

/** The last frame that was heard: what came after it is told again to whoever comes back. */
export const lastFrameId = (): string | undefined => lastId;

/** Takes what came over the socket, here or in another browser tab; `again` after it had been closed for a while. */
export function takeFrame(text: string, again: boolean): void {
  const raw: unknown = JSON.parse(text);
  const { type, data = {}, id } = z.parse(frame, raw);
  if (id !== undefined) {
    if (seen.has(id)) return;
    if (seen.size >= rememberedMost) seen = new Set([...seen].slice(rememberedMost / 2));
    seen.add(id);
    if (lastId === undefined || id > lastId) lastId = id;
  }
  if (type === 'ready') tell('ready', {});
  // Rights that changed meanwhile are told with the next answer (x-fresh).
  if (type === 'ready' && again) signal('behind', undefined);
  else if (type === 'user') signal('rights', undefined);
  else if (type === 'auth') {
    const said = z.safeParse(z.object({ data: ended }), raw);
    signal('dismissed', said.data?.data.msg ?? '登录过期');
  }
  const known = frameType.safeParse(type);
  if (known.success) tell(known.data, data);
}
