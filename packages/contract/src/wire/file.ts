import * as z from 'zod/mini';
import { storedFile } from '../domain/file.ts';
import { limits } from '../limits.ts';
import { document, get, post, uploaded } from './dialect.ts';

/** Files that people upload. */
export const fileCalls = {
  upload: post('/upms/file/upload', {
    input: z.object({
      /** image or file; may only narrow what is taken. */
      fileType: z.optional(z.enum(['image', 'file'])),
      /** What it is for: logo or licence. */
      dir: z.optional(z.enum(['logo', 'licence'])),
      /** Smaller limit in KB than the server's own. */
      limitSize: z.optional(
        z.codec(z.string().check(z.regex(/^\d{1,9}$/)), z.int(), { decode: Number, encode: String }),
      ),
    }),
    file: { maxBytes: limits.upload.documentBytes, kinds: ['png', 'jpg', 'pdf'] },
    answer: uploaded(storedFile),
    permit: 'signed-in',
    wait: 'upload',
    origin: 'spec §7',
  }),
  open: get('/upms/file/{id}', {
    input: z.object({
      /** Id of the file. */
      id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)),
      /** One-time ticket when the address is opened by the browser itself. */
      access_token: z.optional(z.string().check(z.maxLength(256))),
    }),
    answer: document('application/octet-stream'),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
};
