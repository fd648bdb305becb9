import * as z from 'zod/mini';
import { id, idVersion, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get, post } from '../../http/call-table.ts';
import { checkItem } from './check-item.ts';
import { checklist } from './resource.ts';

export const offeredChecklist = z.object({
  id,
  name: z.string(),
  kind: z.string(),
  /** Whether the unit provides the list for all its enterprises. */
  shared: z.boolean(),
  items: z.array(checkItem),
  edition: z.int(),
});
export type OfferedChecklist = z.output<typeof offeredChecklist>;

export const checklistCalls = {
  ...crud(checklist, '/bus/checklist'),
  offered: get('/bus/checklist/offered', {
    input: z.object({ /** Id of an enterprise whose own lists are also returned. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.array(offeredChecklist)),
    permit: 'bus:inspection:index',
  }),
  copy: post('/bus/checklist/copy', {
    input: withId,
    answer: enveloped(idVersion),
    permit: 'bus:checklist:add',
    impersonation: true,
  }),
};
