import * as z from 'zod/mini';
import { instant, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get } from '../../http/dialect.ts';
import { enforcement } from './resource.ts';

/** What the paper of a notice says beside the notice itself. */
export const noticePaper = z.object({
  /** The notice. */
  notice: enforcement.row,
  /** Name of the unit that issues it. */
  authority: z.string(),
  /** When the inspection took place that it follows; null where it follows none. */
  inspectedAt: z.nullable(instant),
  /** Short code by which the paper is compared with the system. */
  check: z.string(),
});
/** What the paper of a notice says. */
export type NoticePaper = z.output<typeof noticePaper>;

// What was issued is withdrawn, never deleted.
const { remove: _, ...plain } = crud(enforcement, '/bus/spot', { impersonation: false });
/** Calls of enforcement notices (执法通知). */
export const enforcementCalls = {
  ...plain,
  create: { ...plain.create, permit: 'bus:spot:issue' as const },
  paper: get('/bus/spot/paper/{id}', {
    input: withId,
    answer: enveloped(noticePaper),
    permit: 'bus:spot:index',
    origin: 'chosen',
  }),
  /** The paper as PDF. */
  pdf: get('/bus/spot/pdf/{id}', {
    input: z.object({
      ...withId.shape,
      /** Where the server is open, as the code on the paper leads there: https://anlan.example. */
      at: z.optional(z.string().check(z.maxLength(120), z.regex(/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/, '网址无效'))),
    }),
    answer: file('pdf'),
    permit: 'bus:spot:index',
    wait: 'export',
    origin: 'chosen',
  }),
};
