import * as z from 'zod/mini';
import { crud } from '../../kit/calls.ts';
import { id, withId } from '../../domain/fields.ts';
import { enveloped, get, post } from '../../http/dialect.ts';
import { wxAccount } from './resource.ts';

/** A public account as those see it who answer messages. */
export const wxAccountChoice = z.object({
  id,
  /** WeChat's app id. */
  appId: z.string(),
  name: z.string(),
  /** subscription or service. */
  kind: z.enum(['subscription', 'service']),
  enabled: z.boolean(),
});

/** Calls of public accounts (公众号). */
export const wxAccountCalls = {
  ...crud(wxAccount, '/weixin/wxapp', { impersonation: false }),
  /** Every account of the tenant, to choose from. */
  list: get('/weixin/wxapp/list', {
    answer: enveloped(z.array(wxAccountChoice)),
    permit: 'wxmp:wxmsg:index',
    activity: 'background',
    origin: 'chosen',
  }),
  /** Asks WeChat for an access token now: tells whether app id and secret fit. */
  check: post('/weixin/wxapp/check', {
    input: withId,
    answer: enveloped(z.object({ ok: z.boolean(), /** What WeChat said. */ message: z.string() })),
    permit: 'wxmp:wxapp:edit',
    origin: 'chosen',
  }),
};
