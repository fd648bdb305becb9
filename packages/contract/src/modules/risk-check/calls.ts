import * as z from 'zod/mini';
import { day, id, idVersion, prose, text, withId } from '../../domain/fields.ts';
import { positionFields } from '../../domain/position.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, file, get, post } from '../../http/call-table.ts';
import { answeredItem, itemAnswer, itemKey } from '../checklist/check-item.ts';
import { riskCheck } from './resource.ts';

const path = '/bus/riskcheck';
const savedItemsAnswer = enveloped(z.object({ items: z.array(answeredItem), version: z.int() }));
const checkCall = { answer: savedItemsAnswer, permit: 'bus:riskcheck:check' as const };

export const checkCounts = z.object({
  today: z.int(),
  done: z.int(),
  missed: z.int(),
  due: z.int(),
  /** Number of due checks that were done in time with proof of presence. */
  onTime: z.int(),
  /** Part of `onTime` that the server received after the due time (补传). */
  resent: z.int(),
  /** Number of checks done before the due time without proof of presence (未到点). They are not part of `onTime`. */
  unproven: z.int(),
});
export type CheckCounts = z.output<typeof checkCounts>;

export const riskCheckCalls = {
  ...crud(riskCheck, path, { impersonation: false }),
  counts: get(`${path}/counts`, {
    input: z.object({ enterpriseId: z.optional(id) }),
    answer: enveloped(checkCounts),
    permit: 'bus:riskcheck:index',
    activity: 'background',
  }),
  /**
   * Returns the exchange file in the format for hazardous chemicals: objects, units, events, measures, tasks, records
   * and dangers.
   */
  exchange: get(`${path}/exchange`, {
    input: z.object({
      enterpriseId: z.optional(id),
      /** First day of the export. Checks are selected by due date, dangers by the date they were found. */
      from: z.optional(day),
      to: z.optional(day),
    }),
    answer: file('xlsx'),
    permit: 'bus:riskcheck:export',
    wait: 'export',
  }),
  /** Returns the checks that the caller may fill in today, with their items, so that a phone can work offline. */
  day: get(`${path}/day`, {
    answer: enveloped(z.array(riskCheck.row)),
    permit: 'bus:riskcheck:check',
    activity: 'background',
  }),
  begin: post(`${path}/begin`, {
    input: z.object({
      id,
      /** Content of the printed QR code at the risk point. It proves that the person is there. */
      code: z.optional(text(32)),
      ...positionFields,
    }),
    answer: enveloped(idVersion),
    permit: 'bus:riskcheck:check',
  }),
  answer: post(`${path}/answer`, { input: z.object({ id, key: itemKey, ...itemAnswer.shape }), ...checkCall }),
  passRest: post(`${path}/passRest`, { input: withId, ...checkCall }),
  undoRest: post(`${path}/undoRest`, { input: withId, ...checkCall }),
  addItem: post(`${path}/addItem`, {
    input: z.object({
      id,
      /** A problem that no item of the check list covers. */
      text: text(200, '问题'),
      clause: z.optional(z.nullable(text(120, '条款'))),
      note: z.optional(z.nullable(prose(500, '说明'))),
    }),
    ...checkCall,
  }),
};
