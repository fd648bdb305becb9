import * as z from 'zod/mini';
import { id, instant, whole } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/dialect.ts';
import { contentInfo } from './resource.ts';
import { contentTextCalls } from './text.ts';

/** How many people of a unit have agreed to a version. */
export const agreementCount = z.object({
  /** The unit. */
  tenantId,
  tenantName: z.string(),
  /** Agreements. */
  agreed: whole,
  /** The last one. */
  lastAt: z.nullable(instant),
});
/** How many people of a unit have agreed to a version. */
export type AgreementCount = z.output<typeof agreementCount>;

/** Calls of texts that everybody may read (内容), their versions, and who agreed to which. */
export const contentCalls = {
  ...crud(contentInfo, '/bus/contentinfo', { page: '/bus/contentinfo/page', impersonation: false }),
  ...contentTextCalls,
  agreedByUnit: get('/bus/contentinfo/agreed/{id}', {
    input: z.object({ /** The version. */ id }),
    answer: enveloped(z.array(agreementCount)),
    permit: 'bus:contentinfo:index',
    origin: 'chosen',
  }),
};
