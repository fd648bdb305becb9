import * as z from 'zod/mini';
import { id, withId } from '../../domain/fields.ts';
import { fileLink, kindEndings, storedFile, uploadDirs, viewAddress, type UploadedKind } from './file.ts';
import { limits } from '../../limits.ts';
import { document, enveloped, get, post, uploaded } from '../../http/dialect.ts';

const everyKind = Object.keys(kindEndings) as UploadedKind[];

/** Files that people upload. */
export const fileCalls = {
  upload: post('/upms/file/upload', {
    input: z.object({
      /** image or file; may only narrow what is taken. */
      fileType: z.optional(z.enum(['image', 'file'])),
      /** What it is for. */
      dir: z.optional(z.enum(uploadDirs)),
      /** Smaller limit in KB than the server's own. */
      limitSize: z.optional(
        z.codec(z.string().check(z.regex(/^\d{1,9}$/)), z.int(), { decode: Number, encode: String }),
      ),
    }),
    file: { maxBytes: limits.upload.videoBytes, kinds: everyKind },
    answer: uploaded(storedFile),
    permit: 'signed-in',
    impersonation: true,
    wait: 'upload',
    origin: 'spec §7',
  }),
  link: post('/upms/file/link', {
    input: withId,
    in: {},
    effect: 'read',
    answer: enveloped(fileLink),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
  view: get('/upms/api/view/toKkViewUrl', {
    input: z.object({
      /** Id of the file. */
      fileId: z.optional(id),
      /** Own address of the file instead; no other address is taken (S56). */
      url: z.optional(z.string().check(z.maxLength(2_000))),
    }),
    effect: 'read',
    answer: enveloped(viewAddress),
    permit: 'signed-in',
    activity: 'background',
    origin: 'spec §7',
  }),
  signed: get('/upms/file/signed/{id}', {
    input: z.object({
      ...withId.shape,
      /** Tenant of the file. */
      tenant: z.string().check(z.regex(/^\d{1,19}$/)),
      /** Person the link was made for. */
      user: id,
      /** Second since 1970 at which it ends. */
      ends: z.codec(z.string().check(z.regex(/^\d{1,12}$/)), z.int(), { decode: Number, encode: String }),
      /** HMAC over all of these. */
      sign: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    }),
    answer: document('application/octet-stream'),
    permit: 'public',
    document: true,
    origin: 'chosen',
  }),
  open: get('/upms/file/{id}', {
    input: z.object({
      /** Id of the file. */
      id,
      /** '1' where it is to be saved rather than shown. */
      download: z.optional(z.literal('1')),
      /** One-time ticket when the address is opened by the browser itself. */
      access_token: z.optional(z.string().check(z.maxLength(256))),
    }),
    answer: document('application/octet-stream'),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
};
