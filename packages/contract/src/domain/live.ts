import * as z from 'zod/mini';

/** What is relayed over the personal socket (contracts §3, ST-10): 6 system notice, 7 enforcement notice, 8 risk warning. */
export const frameType = z.enum(['6', '7', '8', 'login', 'pcRedDot', 'statistics', 'AllShifts']);
/** What is relayed over the personal socket. */
export type FrameType = z.output<typeof frameType>;

/** What a relayed frame says; most say only that something is to be read anew. */
export const frameData = z.object({
  /** What is shown. */
  title: z.optional(z.string()),
  /** What is shown below it. */
  text: z.optional(z.string()),
  /** The screen of ours that it leads to. */
  path: z.optional(z.string()),
});
/** What a relayed frame says. */
export type FrameData = z.output<typeof frameData>;
