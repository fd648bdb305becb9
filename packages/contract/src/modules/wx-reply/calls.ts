import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/dialect.ts';
import { wxAutoReply, wxQuickReply } from './resource.ts';

/** Calls of automatic answers. */
export const wxAutoReplyCalls = crud(wxAutoReply, '/weixin/wxautoreply');
/** Calls of prepared answers. */
export const wxQuickReplyCalls = {
  ...crud(wxQuickReply, '/weixin/wxquickreply'),
  /** Every prepared answer, filled in for a follower. */
  filled: get('/weixin/wxquickreply/filled', {
    input: z.object({ /** The follower. */ wxUserId: id }),
    answer: enveloped(z.array(z.object({ id, title: z.string(), text: z.string() }))),
    permit: 'wxmp:wxmsg:index',
    activity: 'background',
    origin: 'chosen',
  }),
};
