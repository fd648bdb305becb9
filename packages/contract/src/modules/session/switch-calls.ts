import * as z from 'zod/mini';
import { id, text } from '../../domain/fields.ts';
import { tenantId } from './session.ts';
import { enveloped, get, post } from '../../http/call-table.ts';

/** Calls that switch to another enterprise of the same person (ST-04). */
export const sessionSwitchCalls = {
  switchTo: post('/auth/switch/token', {
    input: z.object({ phone: text(32), shopId: text(36), tenantId }),
    in: { phone: 'query', shopId: 'query', tenantId: 'query' },
    answer: enveloped(
      z.object({
        /** New bearer token, a random text. */
        token: z.string(),
        refresh_token: z.string(),
        expires_in: z.int(),
      }),
    ),
    form: true,
    secret: true,
    permit: 'signed-in',
    demo: true,
  }),
  selectShop: post('/bus/api/index/selectShop', {
    input: z.object({
      userId: id,
      /** Id of the enterprise to open at the next sign-in. */
      shopId: id,
    }),
    permit: 'signed-in',
  }),
  shops: get('/auth/switch/list', {
    answer: enveloped(z.array(z.object({ id, name: z.string(), current: z.boolean() }))),
    permit: 'signed-in',
  }),
};
