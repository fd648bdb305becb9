import { id } from '@anlan/contract/domain/fields';
import * as z from 'zod/mini';

/** What a browser may say over its socket; anything else is not answered. */
export const saidFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('auth'),
    token: z.string().check(z.minLength(20), z.maxLength(256)),
    /** The last frame it heard: what was told after it, within minutes, is told again. */
    lastId: z.optional(id),
  }),
  z.object({ type: z.literal('ping') }),
]);

/** Reads the last frame that a browser says it heard; null where it names none. */
export const lastIdOf = (text: string | null | undefined): string | null => id.safeParse(text).data ?? null;

/** The frame in a message, or null when it is none. */
export function frameOf(text: string): z.output<typeof saidFrame> | null {
  try {
    const read = z.safeParse(saidFrame, JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** What sockets may cost (S64). */
export const socketLimits = {
  frameBytes: 16 * 1024,
  perUser: 5,
  strangersPerAddress: 2_000,
  framesPerSecond: 20,
  framesBurst: 40,
  unsentBytes: 1024 * 1024,
  entryMs: 5_000,
  pingMs: 30_000,
  deadMs: 75_000,
  lookMs: 1_500,
} as const;

/** Why a socket was closed: the browser tries again only where that may help. */
export const closings = {
  renewed: 4000,
  refused: 4401,
  locked: 4423,
  surplus: 4429,
  tooFast: 1008,
  tooSlow: 1013,
  going: 1001,
} as const;
