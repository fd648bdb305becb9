import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/call-table.ts';
import { wxAutoReply, wxQuickReply } from './resource.ts';

export const wxAutoReplyCalls = crud(wxAutoReply, '/weixin/wxautoreply');
export const wxQuickReplyCalls = {
  ...crud(wxQuickReply, '/weixin/wxquickreply'),
  /** Lists all prepared answers, with the placeholders filled in for a follower. */
  filled: get('/weixin/wxquickreply/filled', {
    input: z.object({ wxUserId: id }),
    answer: enveloped(z.array(z.object({ id, title: z.string(), text: z.string() }))),
    permit: 'wxmp:wxmsg:index',
    activity: 'background',
  }),
};
