import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/dialect.ts';
import { employee } from './resource.ts';
import { staffing } from './staffing.ts';

/** An account of an enterprise's staff that one of its people may be bound to. */
export const staffAccount = z.object({
  id,
  /** Name shown. */
  name: z.string(),
  /** Account name. */
  username: z.string(),
  /** Whether one of the people is bound to it already. */
  taken: z.boolean(),
});
/** An account of an enterprise's staff. */
export type StaffAccount = z.output<typeof staffAccount>;

/** Calls of employees (从业人员). */
export const staffCalls = {
  ...crud(employee, '/bus/emp', { import: true, impersonation: false }),
  accounts: get('/bus/emp/accounts', {
    input: z.object({ /** The enterprise; the caller's own where it is left out. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.array(staffAccount)),
    permit: 'bus:emp:edit',
    origin: 'chosen',
  }),
  staffing: get('/bus/emp/staffing', {
    input: z.object({ /** The enterprise; the caller's own where it is left out. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.nullable(staffing)),
    permit: 'bus:emp:index',
    origin: 'chosen',
  }),
  departments: get('/bus/emp/departments', {
    input: z.object({ /** The enterprise; the caller's own where it is left out. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.array(z.string())),
    permit: 'bus:emp:index',
    origin: 'chosen',
  }),
};
