import * as z from 'zod/mini';

/** Types of messages on a person's WebSocket (ST-10): 6 system notice, 7 enforcement notice, 8 risk warning. */
export const frameType = z.enum(['6', '7', '8', 'login', 'pcRedDot', 'statistics', 'AllShifts']);
export type FrameType = z.output<typeof frameType>;

export const frameData = z.object({
  title: z.optional(z.string()),
  text: z.optional(z.string()),
  path: z.optional(z.string()),
});
export type FrameData = z.output<typeof frameData>;
