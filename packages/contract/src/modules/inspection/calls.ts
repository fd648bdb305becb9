import * as z from 'zod/mini';
import { id, prose, text, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, post } from '../../http/call-table.ts';
import { answeredItem, itemAnswer, itemKey } from '../checklist/check-item.ts';
import { inspection } from './resource.ts';

/** Response to a change that an inspector makes on site. */
const saved = enveloped(z.object({ items: z.array(answeredItem), version: z.int() }));
const onSite = { answer: saved, permit: 'bus:inspection:edit' as const };

export const inspectionCalls = {
  ...crud(inspection, '/bus/inspection', { impersonation: false }),
  answer: post('/bus/inspection/answer', { input: z.object({ id, key: itemKey, ...itemAnswer.shape }), ...onSite }),
  passRest: post('/bus/inspection/passRest', { input: withId, ...onSite }),
  undoRest: post('/bus/inspection/undoRest', { input: withId, ...onSite }),
  addItem: post('/bus/inspection/addItem', {
    input: z.object({
      id,
      /** A problem that no item of the check list covers. */
      text: text(200, '问题'),
      clause: z.optional(z.nullable(text(120, '条款'))),
      note: z.optional(z.nullable(prose(500, '说明'))),
    }),
    ...onSite,
  }),
};
