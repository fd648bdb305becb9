import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';

/** News that were given to be published, and what became of them. */
export const wxPublication = z.object({
  id,
  /** The draft that it was. */
  mediaId: z.string(),
  title: z.string(),
  /** underWay, published, failed, withdrawn. */
  state: z.enum(['underWay', 'published', 'failed', 'withdrawn']),
  /** Why it failed, in words. */
  problem: z.nullable(z.string()),
  /** Where its articles stand. */
  articleUrls: z.array(z.string()),
  submittedAt: instant,
  submittedBy: z.nullable(z.string()),
  settledAt: z.nullable(instant),
});
/** News that were given to be published. */
export type WxPublication = z.output<typeof wxPublication>;
