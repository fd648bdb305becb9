// Schemas of WeChat responses about materials. The schemas ignore other response fields.
import * as z from 'zod/mini';

const text = z.optional(z.string());
export const wechatFiles = z.object({
  total_count: z.int(),
  item: z.array(z.object({ media_id: z.string(), name: text, update_time: z.int(), url: text })).check(z.maxLength(20)),
});
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
export const wechatAdded = z.object({ media_id: z.string().check(z.minLength(1), z.maxLength(128)), url: text });
export const wechatVideo = z.object({ title: text, description: text, down_url: z.string() });
/** The video data when the response is JSON; null when it contains the bytes. */
export function videoIn({ bytes }: { bytes: Buffer }): z.output<typeof wechatVideo> | null {
  if (bytes[0] !== 0x7b) return null;
  try {
    return wechatVideo.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
export const wechatCounts = z.object({ image_count: z.int(), voice_count: z.int(), video_count: z.int() });
export const draftsCounted = z.object({ total_count: z.int() });
export const wechatSubmitted = z.object({ publish_id: z.union([z.string(), z.int()]) });
export const wechatPublication = z.object({
  publish_status: z.int(),
  article_id: text,
  article_detail: z.optional(z.object({ item: z.array(z.object({ article_url: z.string() })) })),
});
export const wechatDraft = z.object({ news_item: z.array(z.object({ title: text })) });
