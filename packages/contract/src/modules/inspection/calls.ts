import * as z from 'zod/mini';
import { id, prose, text, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, post } from '../../http/dialect.ts';
import { foundItem, itemAnswer, itemKey } from '../checklist/item.ts';
import { inspection } from './resource.ts';

/** What a tap on site answers: the item as it is now, and how far the inspection is. */
const saved = enveloped(
  z.object({
    /** Items that changed. */
    items: z.array(foundItem),
    /** Version of the inspection. */
    version: z.int(),
  }),
);
const onSite = { answer: saved, permit: 'bus:inspection:edit' as const, origin: 'chosen' };

/** Calls of inspections (检查). */
export const inspectionCalls = {
  ...crud(inspection, '/bus/inspection', { impersonation: false }),
  answer: post('/bus/inspection/answer', {
    input: z.object({ /** The inspection. */ id, /** The item. */ key: itemKey, ...itemAnswer.shape }),
    ...onSite,
  }),
  passRest: post('/bus/inspection/passRest', { input: withId, ...onSite }),
  undoRest: post('/bus/inspection/undoRest', { input: withId, ...onSite }),
  addItem: post('/bus/inspection/addItem', {
    input: z.object({
      /** The inspection. */
      id,
      /** What was found that the list does not ask for. */
      text: text(200, '问题'),
      /** 条款 */
      clause: z.optional(z.nullable(text(120, '条款'))),
      /** 说明 */
      note: z.optional(z.nullable(prose(500, '说明'))),
    }),
    ...onSite,
  }),
};
