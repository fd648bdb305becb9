// A video in parts: what a cut leaves is kept for a day, and the rest is sent on from there.
import * as z from 'zod/mini';
import { id, withId } from '../../domain/fields.ts';
import { storedFile } from '../file/file.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, nothing, post } from '../../http/dialect.ts';

const path = '/upms/file/parts';
/** Bytes of a part; the last one is what remains. Ten cuts of the largest video cost ten halves of them: a tenth. */
export const partBytes = 4 * 1024 * 1024;
const tooLarge = '视频不能超过 200 MB，请压缩或分成几个课时后再上传';
const count = z.codec(z.string().check(z.regex(/^\d{1,3}$/, '段号无效')), z.int(), { decode: Number, encode: String });
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/, '校验值无效'));
const own = { permit: 'bus:course:add', origin: 'chosen' } as const;

/** What of a file has come. */
export const uploadState = z.object({
  id,
  name: z.string(),
  sizeBytes: z.int(),
  /** Bytes of a part. */
  partBytes: z.int(),
  /** Parts that are there, by their place from 0, in order. */
  have: z.array(z.int()),
});
/** What of a file has come. */
export type UploadState = z.output<typeof uploadState>;

/** Calls of uploads in parts. */
export const uploadCalls = {
  /** Begins, or goes on with what the same person began of the same file. */
  begin: post(`${path}/begin`, {
    input: z.object({
      /** Name of the file. */
      name: z.string('请选择文件').check(z.minLength(1, '请选择文件'), z.maxLength(200, '文件名过长，请改短后再传')),
      sizeBytes: z
        .int('请选择文件')
        .check(z.gte(1, '文件是空的，请重新选择'), z.lte(limits.upload.videoBytes, tooLarge)),
      /** By which the browser knows the file again: when it was last changed. */
      mark: z.string().check(z.maxLength(40)),
    }),
    answer: enveloped(uploadState),
    ...own,
  }),
  state: get(`${path}/state`, {
    input: withId,
    in: {},
    answer: enveloped(uploadState),
    // A permit of reading: a visitor of the platform may read, and is offered nothing that writes by it.
    permit: 'bus:course:index',
    origin: 'chosen',
  }),
  part: post(`${path}/part`, {
    input: z.object({
      /** The upload. */
      id,
      /** Its place, from 0. */
      at: count,
      /** SHA-256 of the part; left out where the browser cannot make it. */
      sha256: z.optional(digest),
    }),
    file: { maxBytes: partBytes, kinds: ['mp4', 'webm'] },
    answer: enveloped(uploadState),
    wait: 'upload',
    ...own,
  }),
  /** Puts the parts together: told by its bytes, counted, and kept as any other file. */
  finish: post(`${path}/finish`, {
    input: z.object({
      /** The upload. */
      id,
      /** SHA-256 over those of the parts in their order, as bytes. */
      sha256: z.optional(digest),
    }),
    answer: enveloped(z.extend(storedFile, { /** SHA-256 of the whole. */ sha256: digest })),
    wait: 'upload',
    ...own,
  }),
  cancel: post(`${path}/cancel`, { input: withId, in: {}, answer: nothing, ...own }),
};
