import * as z from 'zod/mini';
import { crud } from '../../kit/calls.ts';
import { id, withId } from '../../domain/fields.ts';
import { enveloped, get, post } from '../../http/call-table.ts';
import { wxAccount } from './resource.ts';

export const wxAccountChoice = z.object({
  id,
  appId: z.string(),
  name: z.string(),
  kind: z.enum(['subscription', 'service']),
  enabled: z.boolean(),
});

export const wxAccountCalls = {
  ...crud(wxAccount, '/weixin/wxapp', { impersonation: false }),
  list: get('/weixin/wxapp/list', {
    answer: enveloped(z.array(wxAccountChoice)),
    permit: 'wxmp:wxmsg:index',
    activity: 'background',
  }),
  /** Checks app id and secret: the server requests an access token from WeChat. */
  check: post('/weixin/wxapp/check', {
    input: withId,
    answer: enveloped(z.object({ ok: z.boolean(), message: z.string() })),
    permit: 'wxmp:wxapp:edit',
  }),
};
