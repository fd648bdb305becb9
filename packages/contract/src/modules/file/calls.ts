import * as z from 'zod/mini';
import { id, withId } from '../../domain/fields.ts';
import { fileLink, kindEndings, storedFile, uploadDirs, viewAddress, type UploadedKind } from './file.ts';
import { limits } from '../../limits.ts';
import { document, enveloped, get, post, uploaded } from '../../http/call-table.ts';

const everyKind = Object.keys(kindEndings) as UploadedKind[];

export const fileCalls = {
  upload: post('/upms/file/upload', {
    input: z.object({
      /** `image` or `file`. It can only restrict the kinds that the server accepts. */
      fileType: z.optional(z.enum(['image', 'file'])),
      dir: z.optional(z.enum(uploadDirs)),
      /** Size limit in KB. It counts only if it is lower than the server's limit. */
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
  }),
  view: get('/upms/api/view/toKkViewUrl', {
    input: z.object({
      fileId: z.optional(id),
      /** Address of one of our files, used instead of the id. Other addresses are refused (S56). */
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
      tenant: z.string().check(z.regex(/^\d{1,19}$/)),
      user: id,
      /** Time at which the address expires, in seconds since 1970. */
      ends: z.codec(z.string().check(z.regex(/^\d{1,12}$/)), z.int(), { decode: Number, encode: String }),
      sign: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    }),
    answer: document('application/octet-stream'),
    permit: 'public',
    document: true,
  }),
  open: get('/upms/file/{id}', {
    input: z.object({
      id,
      download: z.optional(z.literal('1')),
      /** One-time ticket, for addresses that the browser opens itself. */
      access_token: z.optional(z.string().check(z.maxLength(256))),
    }),
    answer: document('application/octet-stream'),
    permit: 'signed-in',
    activity: 'background',
  }),
};
