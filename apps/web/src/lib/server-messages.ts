import { frameData, frameType, type FrameData, type FrameType } from '@anlan/contract/domain/live-message';
import * as z from 'zod/mini';
import { onSignal, signal } from './app-events.ts';

const frame = z.object({ type: z.string(), data: z.optional(frameData), id: z.optional(z.string()) });
const ended = z.object({ msg: z.optional(z.string()) });

type FrameEvent = FrameType | 'ready';
type Listener = (data: FrameData) => void;
const listeners = new Map<FrameEvent, Set<Listener>>();

/**
 * Subscribes to messages of the server (frames); any browser tab may hold the socket. Returns an unsubscribe function.
 */
export function onFrame(type: FrameEvent, listener: Listener): () => void {
  const all = listeners.get(type) ?? new Set();
  listeners.set(type, all.add(listener));
  return () => all.delete(listener);
}

const publishFrame = (type: FrameEvent, data: FrameData) => {
  for (const listener of listeners.get(type) ?? []) listener(data);
};

// A frame may arrive twice: live, and again in the replay after a reconnect. The last ids are stored to drop
// duplicates.
const rememberedMost = 1_000;
let seen = new Set<string>();
let lastId: string | undefined;
onSignal('ended', () => {
  seen = new Set();
  lastId = undefined;
});

/** Id of the last received frame. After a reconnect the server sends the frames after it again. */
export const lastFrameId = (): string | undefined => lastId;

/** Handles a frame that the socket of any browser tab received. `again` is true after a reconnect. */
export function handleFrame(text: string, again: boolean): void {
  const raw: unknown = JSON.parse(text);
  const { type, data = {}, id } = z.parse(frame, raw);
  if (id !== undefined) {
    if (seen.has(id)) return;
    if (seen.size >= rememberedMost) seen = new Set([...seen].slice(rememberedMost / 2));
    seen.add(id);
    if (lastId === undefined || id > lastId) lastId = id;
  }
  if (type === 'ready') publishFrame('ready', {});
  // A change of the user's rights also arrives with the next response, in the x-fresh header.
  if (type === 'ready' && again) signal('behind', undefined);
  else if (type === 'user') signal('rights', undefined);
  else if (type === 'auth') {
    const parsed = z.safeParse(z.object({ data: ended }), raw);
    signal('dismissed', parsed.data?.data.msg ?? '登录过期');
  }
  const parsedType = frameType.safeParse(type);
  if (parsedType.success) publishFrame(parsedType.data, data);
}
