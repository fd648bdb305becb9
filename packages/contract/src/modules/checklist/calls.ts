import * as z from 'zod/mini';
import { id, idVersion, withId } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get, post } from '../../http/dialect.ts';
import { checkItem } from './item.ts';
import { checklist } from './resource.ts';

/** A check list that an inspection may begin with. */
export const offeredChecklist = z.object({
  /** Id of the list. */
  id,
  /** Its name. */
  name: z.string(),
  /** 检查类型 */
  kind: z.string(),
  /** Whether it is the unit's for all. */
  shared: z.boolean(),
  /** Its items, as they stand now. */
  items: z.array(checkItem),
  /** 版次 */
  edition: z.int(),
});
/** A check list that an inspection may begin with. */
export type OfferedChecklist = z.output<typeof offeredChecklist>;

/** Calls of check lists (检查表). */
export const checklistCalls = {
  ...crud(checklist, '/bus/checklist'),
  offered: get('/bus/checklist/offered', {
    input: z.object({ /** The enterprise whose own lists count too. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.array(offeredChecklist)),
    permit: 'bus:inspection:index',
    origin: 'chosen',
  }),
  copy: post('/bus/checklist/copy', {
    input: withId,
    answer: enveloped(idVersion),
    permit: 'bus:checklist:add',
    impersonation: true,
    origin: 'chosen',
  }),
};
