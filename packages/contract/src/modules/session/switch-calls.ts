import * as z from 'zod/mini';
import { id, text } from '../../domain/fields.ts';
import { tenantId } from './session.ts';
import { enveloped, get, nothing, post } from '../../http/dialect.ts';

/** Another enterprise of the same person (ST-04). */
export const sessionSwitchCalls = {
  switchTo: post('/auth/switch/token', {
    input: z.object({
      /** The caller's own phone. */
      phone: text(32),
      /** The enterprise to go on in. */
      shopId: text(36),
      /** The caller's tenant. */
      tenantId,
    }),
    in: { phone: 'query', shopId: 'query', tenantId: 'query' },
    answer: enveloped(
      z.object({
        /** Opaque bearer token. */
        token: z.string(),
        /** One-use token for the next pair. */
        refresh_token: z.string(),
        /** Seconds until the token ends. */
        expires_in: z.int(),
      }),
    ),
    form: true,
    secret: true,
    permit: 'signed-in',
    demo: true,
    origin: 'chosen',
  }),
  selectShop: post('/bus/api/index/selectShop', {
    input: z.object({
      /** The caller. */
      userId: id,
      /** The enterprise to begin in next time. */
      shopId: id,
    }),
    answer: nothing,
    permit: 'signed-in',
    origin: 'chosen',
  }),
  shops: get('/auth/switch/list', {
    answer: enveloped(
      z.array(
        z.object({
          /** Enterprise bound to the caller. */
          id,
          /** Its name. */
          name: z.string(),
          /** Whether the caller works in it now. */
          current: z.boolean(),
        }),
      ),
    ),
    permit: 'signed-in',
    origin: 'chosen',
  }),
};
