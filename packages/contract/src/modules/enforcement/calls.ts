import * as z from 'zod/mini';
import { instant, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get } from '../../http/call-table.ts';
import { enforcement } from './resource.ts';

/** A notice with the additional data that its printed version needs. */
export const noticePaper = z.object({
  notice: enforcement.row,
  authority: z.string(),
  /** Time of the inspection that led to the notice; null if there was none. */
  inspectedAt: z.nullable(instant),
  /** Short code with which a reader can verify the printed notice in the system. */
  check: z.string(),
});
export type NoticePaper = z.output<typeof noticePaper>;

// There is no call to delete a notice: an issued notice can only be withdrawn.
const { remove: _, ...plain } = crud(enforcement, '/bus/spot', { impersonation: false });
export const enforcementCalls = {
  ...plain,
  create: { ...plain.create, permit: 'bus:spot:issue' as const },
  paper: get('/bus/spot/paper/{id}', { input: withId, answer: enveloped(noticePaper), permit: 'bus:spot:index' }),
  pdf: get('/bus/spot/pdf/{id}', {
    input: z.object({
      ...withId.shape,
      /** Public address of the server for the QR code: https://anlan.example. */
      at: z.optional(z.string().check(z.maxLength(120), z.regex(/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/, '网址无效'))),
    }),
    answer: file('pdf'),
    permit: 'bus:spot:index',
    wait: 'export',
  }),
};
