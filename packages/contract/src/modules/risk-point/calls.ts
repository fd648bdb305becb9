import * as z from 'zod/mini';
import { requiredText, id, idVersion, withId } from '../../domain/fields.ts';
import { positionAccuracy } from '../../domain/position.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get, post } from '../../http/call-table.ts';
import { itemSchema } from '../../kit/nested-fields.ts';
import { controlFields, share } from './hazards-controls.ts';
import { riskPlan, riskPoint } from './resource.ts';
import { riskCard, riskCounts, riskLibrary } from './views.ts';

const path = '/bus/riskpoint';
const readAccess = { permit: 'bus:riskpoint:index' } as const;

export const riskPlanCalls = crud(riskPlan, '/bus/riskplan', { impersonation: false });

export const riskPointCalls = {
  ...crud(riskPoint, path, { impersonation: false, import: true }),
  library: get(`${path}/library`, { answer: enveloped(riskLibrary), activity: 'background', ...readAccess }),
  counts: get(`${path}/counts`, {
    input: z.object({ enterpriseId: z.optional(id) }),
    answer: enveloped(riskCounts),
    activity: 'background',
    ...readAccess,
  }),
  card: get(`${path}/card/{id}`, { input: withId, answer: enveloped(riskCard), ...readAccess }),
  cardPdf: get(`${path}/cardPdf/{id}`, {
    input: z.object({
      ...withId.shape,
      /** Origin of the server that the printed QR code opens, for example https://anlan.example. */
      at: z.optional(z.string().check(z.maxLength(120), z.regex(/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/, '网址无效'))),
    }),
    answer: file('pdf'),
    wait: 'export',
    ...readAccess,
  }),
  reassess: post(`${path}/reassess`, {
    input: z.object({
      id,
      version: z.int(),
      cause: requiredText(300, '重新评估原因'),
      /** Controls to add to the risk point at once. */
      controls: z.optional(z.array(itemSchema(controlFields)).check(z.maxLength(9, '新增措施最多 9 条'))),
    }),
    conflict: riskPoint.row,
    answer: enveloped(idVersion),
    permit: 'bus:riskpoint:add',
  }),
  dismiss: post(`${path}/dismiss`, {
    input: z.object({ id, version: z.int(), reason: requiredText(300, '不需要重新评估的原因') }),
    conflict: riskPoint.row,
    answer: enveloped(idVersion),
    permit: 'bus:riskpoint:review',
  }),
  /** Sets the coordinates of the risk point, from the phone of a person who is there. */
  locate: post(`${path}/locate`, {
    input: z.object({
      id,
      version: z.int(),
      /** Longitude in degrees (WGS-84). */
      lng: z.number().check(z.gte(-180), z.lte(180)),
      /** Latitude in degrees (WGS-84). */
      lat: z.number().check(z.gte(-90), z.lte(90)),
      /** Accuracy of the position in metres. */
      accuracy: z.optional(positionAccuracy),
    }),
    conflict: riskPoint.row,
    answer: enveloped(idVersion),
    permit: 'bus:riskpoint:edit',
  }),
  /** Replaces the presence code of the printed card; the old presence code no longer proves presence. */
  renewCode: post(`${path}/renewCode`, {
    input: idVersion,
    conflict: riskPoint.row,
    answer: enveloped(idVersion),
    permit: 'bus:riskpoint:review',
  }),
  place: post(`${path}/place`, {
    input: z.object({
      id,
      version: z.int(),
      /** Id of the site plan; null removes the risk point from its plan. */
      planId: z.nullable(id),
      /** Position of the risk point, as fractions (0 to 1) of the plan's width and height. */
      x: z.optional(share),
      y: z.optional(share),
    }),
    conflict: riskPoint.row,
    answer: enveloped(idVersion),
    permit: 'bus:riskpoint:edit',
  }),
};
