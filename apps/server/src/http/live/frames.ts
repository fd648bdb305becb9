import { id } from '@anlan/contract/domain/fields';
import * as z from 'zod/mini';

/** Schema of the messages that a browser may send. Other messages get no answer. */
export const clientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('auth'),
    token: z.string().check(z.minLength(20), z.maxLength(256)),
    /**
     * Id of the last frame that the browser received. Later frames are sent again, unless they are older than some
     * minutes.
     */
    lastId: z.optional(id),
  }),
  z.object({ type: z.literal('ping') }),
]);

/** Last frame id from a browser; null when missing or invalid. */
export const lastIdOf = (text: string | null | undefined): string | null => id.safeParse(text).data ?? null;

export function frameOf(text: string): z.output<typeof clientFrame> | null {
  try {
    const read = z.safeParse(clientFrame, JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Limits of a socket (S64). */
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

/** WebSocket close codes. The browser reconnects only after codes where a new attempt may succeed. */
export const closeCodes = {
  renewed: 4000,
  refused: 4401,
  locked: 4423,
  surplus: 4429,
  tooFast: 1008,
  tooSlow: 1013,
  going: 1001,
} as const;
