import * as z from 'zod/mini';
import { id, instant, whole } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/call-table.ts';
import { contentInfo } from './resource.ts';
import { contentTextCalls } from './text.ts';

/** Number of people of a unit who agreed to a version. */
export const agreementCount = z.object({
  tenantId,
  tenantName: z.string(),
  agreed: whole,
  lastAt: z.nullable(instant),
});
export type AgreementCount = z.output<typeof agreementCount>;

/** Calls for public texts (内容), their versions, and who agreed to which version. */
export const contentCalls = {
  ...crud(contentInfo, '/bus/contentinfo', { page: '/bus/contentinfo/page', impersonation: false }),
  ...contentTextCalls,
  agreedByUnit: get('/bus/contentinfo/agreed/{id}', {
    input: z.object({ id }),
    answer: enveloped(z.array(agreementCount)),
    permit: 'bus:contentinfo:index',
  }),
};
