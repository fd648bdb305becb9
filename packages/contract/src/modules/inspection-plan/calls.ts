import * as z from 'zod/mini';
import { filled, id, idVersion, text, whole } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get, post } from '../../http/dialect.ts';
import { inspector } from '../inspection/resource.ts';
import { inspectionPlan } from './resource.ts';

/** How much of a year's plan is done, and how many enterprises were inspected at all. */
export const planCoverage = z.object({
  /** 年度 */
  year: z.int(),
  /** Planned inspections. */
  planned: z.int(),
  /** Of these with a finished inspection. */
  done: z.int(),
  /** Of these past their last day without one. */
  late: z.int(),
  /** Enterprises visible that work or are suspended. */
  enterprises: z.int(),
  /** Of these with at least one finished inspection by a regulator this year. */
  covered: z.int(),
});
/** How much of a year's plan is done. */
export type PlanCoverage = z.output<typeof planCoverage>;

/** Calls of the yearly supervision plan (年度监督检查计划). */
export const inspectionPlanCalls = {
  ...crud(inspectionPlan, '/bus/inspectionPlan', { impersonation: false }),
  coverage: get('/bus/inspectionPlan/coverage', {
    input: z.object({ /** 年度 */ year: whole }),
    answer: enveloped(planCoverage),
    permit: 'bus:inspectplan:index',
    activity: 'background',
    origin: 'chosen',
  }),
  start: post('/bus/inspectionPlan/start', {
    input: z.object({
      /** The planned inspection. */
      id,
      /** 检查名称 */
      title: filled(60, '检查名称'),
      /** 检查表 */
      checklistId: id,
      /** 检查人员 */
      inspectors: z.array(inspector).check(z.minLength(1, '请填写检查人员'), z.maxLength(9)),
      /** 检查场所 */
      place: z.optional(z.nullable(text(100, '检查场所'))),
    }),
    answer: enveloped(idVersion),
    permit: 'bus:inspection:add',
    origin: 'chosen',
  }),
};
