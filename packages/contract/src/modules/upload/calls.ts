// Upload of videos in parts. An interrupted upload is stored for a day and can be resumed.
import * as z from 'zod/mini';
import { id, withId } from '../../domain/fields.ts';
import { storedFile } from '../file/file.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, post } from '../../http/call-table.ts';

const path = '/upms/file/parts';
/**
 * Size of a part in bytes; the last part may be smaller. An interruption loses half a part on average, so ten
 * interruptions lose about a tenth of the largest video.
 */
export const partBytes = 4 * 1024 * 1024;
const tooLargeText = '视频不能超过 200 MB，请压缩或分成几个课时后再上传';
const count = z.codec(z.string().check(z.regex(/^\d{1,3}$/, '段号无效')), z.int(), { decode: Number, encode: String });
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/, '校验值无效'));
const uploadAccess = { permit: 'bus:course:add' } as const;

export const uploadState = z.object({
  id,
  name: z.string(),
  sizeBytes: z.int(),
  partBytes: z.int(),
  /** Numbers of the received parts, from 0, ascending. */
  have: z.array(z.int()),
});
export type UploadState = z.output<typeof uploadState>;

export const uploadCalls = {
  /** Starts an upload, or resumes the same person's unfinished upload of the same file. */
  begin: post(`${path}/begin`, {
    input: z.object({
      name: z.string('请选择文件').check(z.minLength(1, '请选择文件'), z.maxLength(200, '文件名过长，请改短后再传')),
      sizeBytes: z
        .int('请选择文件')
        .check(z.gte(1, '文件是空的，请重新选择'), z.lte(limits.upload.videoBytes, tooLargeText)),
      /** Mark that identifies the file in the browser: its last modification time. */
      mark: z.string().check(z.maxLength(40)),
    }),
    answer: enveloped(uploadState),
    ...uploadAccess,
  }),
  state: get(`${path}/state`, {
    input: withId,
    in: {},
    answer: enveloped(uploadState),
    // This permit only allows reading. Platform users in a tenant have it, and it gives them no action that writes.
    permit: 'bus:course:index',
  }),
  part: post(`${path}/part`, {
    input: z.object({
      id,
      /** Number of the part, from 0. */
      at: count,
      /** SHA-256 of the part; absent if the browser cannot compute it. */
      sha256: z.optional(digest),
    }),
    file: { maxBytes: partBytes, kinds: ['mp4', 'webm'] },
    answer: enveloped(uploadState),
    wait: 'upload',
    ...uploadAccess,
  }),
  /**
   * Joins the parts to a file. The server detects its type from the bytes, counts its size against the storage limit
   * and stores it like other files.
   */
  finish: post(`${path}/finish`, {
    input: z.object({
      id,
      /** SHA-256 of the concatenated hashes of all parts, as bytes. */
      sha256: z.optional(digest),
    }),
    answer: enveloped(z.extend(storedFile, { /** SHA-256 of the whole file. */ sha256: digest })),
    wait: 'upload',
    ...uploadAccess,
  }),
  cancel: post(`${path}/cancel`, { input: withId, in: {}, ...uploadAccess }),
};
