import * as z from 'zod/mini';
import { filled, id, idVersion, withId } from '../../domain/fields.ts';
import { positionAccuracy } from '../../domain/position.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get, post } from '../../http/dialect.ts';
import { itemSchema } from '../../kit/list.ts';
import { controlFields, share } from './measures.ts';
import { riskPlan, riskPoint } from './resource.ts';
import { riskCard, riskCounts, riskLibrary } from './views.ts';

const path = '/bus/riskpoint';
const look = { permit: 'bus:riskpoint:index', origin: 'chosen' } as const;

/** Calls of plans (平面图). */
export const riskPlanCalls = crud(riskPlan, '/bus/riskplan', { impersonation: false });

/** Calls of risk points (风险分级管控). */
export const riskPointCalls = {
  ...crud(riskPoint, path, { impersonation: false, import: true }),
  library: get(`${path}/library`, { answer: enveloped(riskLibrary), activity: 'background', ...look }),
  counts: get(`${path}/counts`, {
    input: z.object({ /** One enterprise alone. */ enterpriseId: z.optional(id) }),
    answer: enveloped(riskCounts),
    activity: 'background',
    ...look,
  }),
  card: get(`${path}/card/{id}`, { input: withId, answer: enveloped(riskCard), ...look }),
  /** The card as PDF. */
  cardPdf: get(`${path}/cardPdf/{id}`, {
    input: z.object({
      ...withId.shape,
      /** Where the server is open, as the posted QR code leads there: https://anlan.example. */
      at: z.optional(z.string().check(z.maxLength(120), z.regex(/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/, '网址无效'))),
    }),
    answer: file('pdf'),
    wait: 'export',
    ...look,
  }),
  reassess: post(`${path}/reassess`, {
    input: z.object({
      /** The point in force. */
      id,
      version: z.int(),
      /** 重新评估原因 */
      cause: filled(300, '重新评估原因'),
      /** Controls that are to be added at once. */
      controls: z.optional(z.array(itemSchema(controlFields)).check(z.maxLength(9, '新增措施最多 9 条'))),
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
  /** Says where it is on earth, as the phone of whoever stands there has it. */
  locate: post(`${path}/locate`, {
    input: z.object({
      /** The point. */
      id,
      version: z.int(),
      /** Longitude (WGS-84). */
      lng: z.number().check(z.gte(-180), z.lte(180)),
      /** Latitude (WGS-84). */
      lat: z.number().check(z.gte(-90), z.lte(90)),
      /** Metres by which it may be wrong. */
      accuracy: z.optional(positionAccuracy),
    }),
    conflict: riskPoint.row,
    answer: enveloped(idVersion),
    permit: 'bus:riskpoint:edit',
    origin: 'chosen',
  }),
  /** Gives the posted card another code; the former one proves nothing any more. */
  renewCode: post(`${path}/renewCode`, {
    input: idVersion,
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
