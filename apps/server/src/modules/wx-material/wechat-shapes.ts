// What WeChat tells of materials; only what is read here is believed.
import * as z from 'zod/mini';

const text = z.optional(z.string());
/** A page of pictures, voices or videos. */
export const wechatFiles = z.object({
  total_count: z.int(),
  item: z.array(z.object({ media_id: z.string(), name: text, update_time: z.int(), url: text })).check(z.maxLength(20)),
});
/** A page of drafts. */
export const wechatDrafts = z.object({
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
export const wechatAdded = z.object({ media_id: z.string().check(z.minLength(1), z.maxLength(128)), url: text });
/** A video. */
export const wechatVideo = z.object({ title: text, description: text, down_url: z.string() });
/** What is told of a video in place of its bytes; null where the bytes themselves came. */
export function videoIn({ bytes }: { bytes: Buffer }): z.output<typeof wechatVideo> | null {
  if (bytes[0] !== 0x7b) return null;
  try {
    return wechatVideo.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
/** How many materials of each kind there are. */
export const wechatCounts = z.object({ image_count: z.int(), voice_count: z.int(), video_count: z.int() });
/** How many drafts there are. */
export const draftsCounted = z.object({ total_count: z.int() });
/** News that were taken to be published. */
export const wechatSubmitted = z.object({ publish_id: z.union([z.string(), z.int()]) });
/** What has become of them. */
export const wechatPublication = z.object({
  publish_status: z.int(),
  article_id: text,
  article_detail: z.optional(z.object({ item: z.array(z.object({ article_url: z.string() })) })),
});
/** One draft. */
export const wechatDraft = z.object({ news_item: z.array(z.object({ title: text })) });
