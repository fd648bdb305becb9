// What WeChat tells of materials; only what is read here is believed.
import * as z from 'zod/mini';

const text = z.optional(z.string());
/** A page of pictures, voices or videos. */
export const filesTold = z.object({
  total_count: z.int(),
  item: z.array(z.object({ media_id: z.string(), name: text, update_time: z.int(), url: text })).check(z.maxLength(20)),
});
/** A page of drafts. */
export const draftsTold = z.object({
  total_count: z.int(),
  item: z
    .array(
      z.object({
        media_id: z.string(),
        update_time: z.int(),
        content: z.object({
          news_item: z.array(
            z.object({
              title: text,
              author: text,
              digest: text,
              content: text,
              content_source_url: text,
              thumb_media_id: text,
              thumb_url: text,
              url: text,
            }),
          ),
        }),
      }),
    )
    .check(z.maxLength(20)),
});
/** A material that was added. */
export const addedTold = z.object({ media_id: z.string().check(z.minLength(1), z.maxLength(128)), url: text });
/** A video. */
export const videoTold = z.object({ title: text, description: text, down_url: z.string() });
