import * as z from 'zod/mini';
import { filled, id, idVersion, instant, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get, post } from '../../wire/dialect.ts';
import { control, share } from './measures.ts';
import { riskPlan, riskPoint } from './resource.ts';

const path = '/bus/riskpoint';
const look = { permit: 'bus:riskpoint:index', origin: 'chosen' } as const;

/** Standard lists to choose from, each with its document. */
export const riskLibrary = z.object({
  /** 危险有害因素 */
  factors: z.array(
    z.object({
      /** Code of the standard. */ code: z.string(),
      label: z.string(),
      /** Whether it was compared with the official text. */ certain: z.boolean(),
    }),
  ),
  /** Document of the factors. */
  factorsOf: z.string(),
  /** 事故类型 of the edition in force. */
  accidentTypes: z.array(z.object({ code: z.string(), label: z.string() })),
  /** Document of the types. */
  accidentTypesOf: z.string(),
  /** Bounds of the levels by method, the unit's own. */
  bands: z.object({ LEC: z.array(z.number()), LS: z.array(z.number()), LC: z.array(z.number()) }),
});
/** Standard lists to choose from. */
export type RiskLibrary = z.output<typeof riskLibrary>;

/** How many points there are, by state and level. */
export const riskCounts = z.object({
  /** In force, by level. */
  major: z.int(),
  considerable: z.int(),
  general: z.int(),
  low: z.int(),
  /** Waiting for a review. */
  review: z.int(),
  /** Not submitted yet. */
  draft: z.int(),
  /** Due to be assessed anew. */
  assess: z.int(),
  /** In force and on no plan. */
  unplaced: z.int(),
});
/** How many points there are. */
export type RiskCounts = z.output<typeof riskCounts>;

/** What a notice card (风险告知卡) says beside the point itself. */
export const riskCard = z.object({
  /** The point. */
  point: riskPoint.row,
  enterpriseName: z.string(),
  /** Words of the accident types that are named. */
  accidents: z.array(z.object({ code: z.string(), label: z.string() })),
  /** Phone of who answers for it: whole for people of the enterprise, masked for others. */
  ownerPhone: z.nullable(z.string()),
  /** Who looks after safety: name and phone. */
  safety: z.nullable(z.object({ name: z.string(), phone: z.nullable(z.string()) })),
  /** What the code on the wall says beside the address: whoever reads it stands before it; for people of the enterprise. */
  code: z.nullable(z.string()),
  /** When it was printed. */
  at: instant,
});
/** What a notice card says; the row's type is that of the declaration. */
export type RiskCard = z.output<typeof riskCard>;

/** Calls of plans (平面图). */
export const riskPlanCalls = crud(riskPlan, '/bus/riskplan', { visit: false });

/** Calls of risk points (风险分级管控). */
export const riskPointCalls = {
  ...crud(riskPoint, path, { visit: false }),
  library: get(`${path}/library`, { answer: enveloped(riskLibrary), activity: 'background', ...look }),
  counts: get(`${path}/counts`, {
    input: z.object({ /** One enterprise alone. */ enterpriseId: z.optional(id) }),
    answer: enveloped(riskCounts),
    activity: 'background',
    ...look,
  }),
  card: get(`${path}/card/{id}`, { input: withId, answer: enveloped(riskCard), ...look }),
  reassess: post(`${path}/reassess`, {
    input: z.object({
      /** The point in force. */
      id,
      version: z.int(),
      /** 重新评估原因 */
      cause: filled(300, '重新评估原因'),
      /** Controls that are to be added at once. */
      controls: z.optional(z.array(control).check(z.maxLength(9, '新增措施最多 9 条'))),
    }),
    conflict: riskPoint.row,
    answer: enveloped(idVersion),
    permit: 'bus:riskpoint:add',
    origin: 'chosen',
  }),
  dismiss: post(`${path}/dismiss`, {
    input: z.object({
      /** The point in force. */
      id,
      version: z.int(),
      /** Why no new assessment is needed. */
      reason: filled(300, '不需要重新评估的原因'),
    }),
    conflict: riskPoint.row,
    answer: enveloped(idVersion),
    permit: 'bus:riskpoint:review',
    origin: 'chosen',
  }),
  place: post(`${path}/place`, {
    input: z.object({
      /** The point. */
      id,
      version: z.int(),
      /** The plan; null takes it off. */
      planId: z.nullable(id),
      /** Share of the plan's width. */
      x: z.optional(share),
      /** Share of the plan's height. */
      y: z.optional(share),
    }),
    conflict: riskPoint.row,
    answer: enveloped(idVersion),
    permit: 'bus:riskpoint:edit',
    origin: 'chosen',
  }),
};
