import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';

export const wxPublication = z.object({
  id,
  mediaId: z.string(),
  title: z.string(),
  state: z.enum(['underWay', 'published', 'failed', 'withdrawn']),
  problem: z.nullable(z.string()),
  articleUrls: z.array(z.string()),
  submittedAt: instant,
  submittedBy: z.nullable(z.string()),
  settledAt: z.nullable(instant),
});
export type WxPublication = z.output<typeof wxPublication>;
