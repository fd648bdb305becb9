import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/call-table.ts';
import { officer } from './resource.ts';

export const offeredOfficer = z.object({
  name: z.string(),
  paperNo: z.string(),
  /** Reason why the officer cannot be selected; null if the officer can be selected. */
  problem: z.nullable(z.string()),
  isSelf: z.boolean(),
});
export type OfferedOfficer = z.output<typeof offeredOfficer>;

export const officerCalls = {
  ...crud(officer, '/bus/officer', { import: true, impersonation: false }),
  offered: get('/bus/officer/offered', {
    input: z.object({ enterpriseId: id }),
    answer: enveloped(z.array(offeredOfficer)),
    permit: 'bus:officer:index',
  }),
};
