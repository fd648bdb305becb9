import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/dialect.ts';
import { officer } from './resource.ts';

/** An officer to choose for an enterprise today. */
export const offeredOfficer = z.object({
  /** 姓名 */
  name: z.string(),
  /** 执法证号 */
  paperNo: z.string(),
  /** Why the officer may not be chosen; null where they may. */
  problem: z.nullable(z.string()),
  /** Whether the caller is this officer. */
  isSelf: z.boolean(),
});
/** An officer to choose. */
export type OfferedOfficer = z.output<typeof offeredOfficer>;

/** Calls of the register of officers (执法人员). */
export const officerCalls = {
  ...crud(officer, '/bus/officer', { import: true, impersonation: false }),
  offered: get('/bus/officer/offered', {
    input: z.object({ /** The enterprise that is inspected. */ enterpriseId: id }),
    answer: enveloped(z.array(offeredOfficer)),
    permit: 'bus:officer:index',
    origin: 'chosen',
  }),
};
