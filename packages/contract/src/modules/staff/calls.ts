import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/call-table.ts';
import { employee } from './resource.ts';
import { staffing } from './staffing.ts';

/** Account of a person of the enterprise, which can be bound to an employee. */
export const staffAccount = z.object({
  id,
  name: z.string(),
  username: z.string(),
  /** Whether the account is already bound to an employee. */
  taken: z.boolean(),
});
export type StaffAccount = z.output<typeof staffAccount>;

export const staffCalls = {
  ...crud(employee, '/bus/emp', { import: true, impersonation: false }),
  accounts: get('/bus/emp/accounts', {
    input: z.object({ /** Id of an enterprise; by default the caller's own. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.array(staffAccount)),
    permit: 'bus:emp:edit',
  }),
  staffing: get('/bus/emp/staffing', {
    input: z.object({ /** Id of an enterprise; by default the caller's own. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.nullable(staffing)),
    permit: 'bus:emp:index',
  }),
  departments: get('/bus/emp/departments', {
    input: z.object({ /** Id of an enterprise; by default the caller's own. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.array(z.string())),
    permit: 'bus:emp:index',
  }),
};
