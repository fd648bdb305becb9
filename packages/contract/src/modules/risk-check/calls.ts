import * as z from 'zod/mini';
import { day, id, idVersion, prose, text, withId } from '../../domain/fields.ts';
import { positionFields } from '../../domain/position.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get, post } from '../../http/dialect.ts';
import { foundItem, itemAnswer, itemKey } from '../checklist/item.ts';
import { riskCheck } from './resource.ts';

const path = '/bus/riskcheck';
/** What a tap at the point answers: the items as they are now. */
const saved = enveloped(
  z.object({
    /** Items that changed. */
    items: z.array(foundItem),
    /** Version of the check. */
    version: z.int(),
  }),
);
const atPoint = { answer: saved, permit: 'bus:riskcheck:check' as const, origin: 'chosen' };

/** Checks of today, and how the last 30 days went. */
export const checkCounts = z.object({
  /** Due today or open now. */
  today: z.int(),
  /** Of these done. */
  done: z.int(),
  /** Missed within the last 30 days. */
  missed: z.int(),
  /** Due within the last 30 days. */
  due: z.int(),
  /** Of these done in time, with proof of presence. */
  onTime: z.int(),
  /** Of `onTime`, received after their due time (补传). */
  resent: z.int(),
  /** Done before the due time without proof of presence (未到点); not among `onTime`. */
  unproven: z.int(),
});
/** Checks of today, and how the last 30 days went. */
export type CheckCounts = z.output<typeof checkCounts>;

/** Calls of checks (排查任务). */
export const riskCheckCalls = {
  ...crud(riskCheck, path, { impersonation: false }),
  counts: get(`${path}/counts`, {
    input: z.object({ /** One enterprise alone. */ enterpriseId: z.optional(id) }),
    answer: enveloped(checkCounts),
    permit: 'bus:riskcheck:index',
    activity: 'background',
    origin: 'chosen',
  }),
  /** The exchange file of the hazchem profile: objects, units, events, measures, tasks, records and dangers. */
  exchange: get(`${path}/exchange`, {
    input: z.object({
      /** One enterprise alone. */
      enterpriseId: z.optional(id),
      /** First day that checks were due and dangers found. */
      from: z.optional(day),
      /** Last such day. */
      to: z.optional(day),
    }),
    answer: file('xlsx'),
    permit: 'bus:riskcheck:export',
    wait: 'export',
    origin: 'chosen',
  }),
  /** The checks that the caller may fill in today, each with its items, so that a phone may keep them. */
  day: get(`${path}/day`, {
    answer: enveloped(z.array(riskCheck.row)),
    permit: 'bus:riskcheck:check',
    activity: 'background',
    origin: 'chosen',
  }),
  begin: post(`${path}/begin`, {
    input: z.object({
      /** The check. */
      id,
      /** What the QR code posted at the point says: whoever reads it stands before it. */
      code: z.optional(text(32)),
      ...positionFields,
    }),
    answer: enveloped(idVersion),
    permit: 'bus:riskcheck:check',
    origin: 'chosen',
  }),
  answer: post(`${path}/answer`, {
    input: z.object({ /** The check. */ id, /** The item. */ key: itemKey, ...itemAnswer.shape }),
    ...atPoint,
  }),
  passRest: post(`${path}/passRest`, { input: withId, ...atPoint }),
  undoRest: post(`${path}/undoRest`, { input: withId, ...atPoint }),
  addItem: post(`${path}/addItem`, {
    input: z.object({
      /** The check. */
      id,
      /** What was found that the list does not ask for. */
      text: text(200, '问题'),
      /** 条款 */
      clause: z.optional(z.nullable(text(120, '条款'))),
      /** 说明 */
      note: z.optional(z.nullable(prose(500, '说明'))),
    }),
    ...atPoint,
  }),
};
