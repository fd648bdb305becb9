import * as z from 'zod/mini';
import { requiredText, id, idVersion, text, whole } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get, post } from '../../http/call-table.ts';
import { inspector } from '../inspection/resource.ts';
import { inspectionPlan } from './resource.ts';

export const planCoverage = z.object({
  year: z.int(),
  planned: z.int(),
  done: z.int(),
  late: z.int(),
  /** Number of visible enterprises that are active or suspended. */
  enterprises: z.int(),
  /** Number of these enterprises that a regulator has inspected this year, counting finished inspections. */
  covered: z.int(),
  /** Percentage of these enterprises. */
  rate: z.nullable(z.number()),
});
export type PlanCoverage = z.output<typeof planCoverage>;

export const inspectionPlanCalls = {
  ...crud(inspectionPlan, '/bus/inspectionPlan', { impersonation: false }),
  coverage: get('/bus/inspectionPlan/coverage', {
    input: z.object({ year: whole }),
    answer: enveloped(planCoverage),
    permit: 'bus:inspectplan:index',
    activity: 'background',
  }),
  start: post('/bus/inspectionPlan/start', {
    input: z.object({
      id,
      title: requiredText(60, '检查名称'),
      checklistId: id,
      inspectors: z.array(inspector).check(z.minLength(1, '请填写检查人员'), z.maxLength(9)),
      place: z.optional(z.nullable(text(100, '检查场所'))),
    }),
    answer: enveloped(idVersion),
    permit: 'bus:inspection:add',
  }),
};
