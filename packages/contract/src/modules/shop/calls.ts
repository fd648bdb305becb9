import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get, post } from '../../http/dialect.ts';
import { shopApplication, shopNumber, shopSearch, shopProgress } from './application.ts';
import { shop } from './resource.ts';

const path = '/mall/shopinfo';
const stranger = { permit: 'public' as const, origin: 'chosen' };

/** Calls of shops (店铺). */
export const shopCalls = {
  ...crud(shop, path, { page: `${path}/page`, impersonation: false }),
  /** Shops that are open, by name: what pickers offer. */
  list: get(`${path}/list`, {
    answer: enveloped(z.array(z.object({ id, /** Its name. */ name: z.string() }))),
    permit: 'mall:shopinfo:index',
    origin: 'spec §7',
  }),
  count: get(`${path}/count`, {
    answer: enveloped(
      z.object({
        /** Shops of the unit. */ total: z.int(),
        /** Those that are open. */ open: z.int(),
        /** Those that wait for a review. */ applied: z.int(),
      }),
    ),
    permit: 'mall:shopinfo:index',
    activity: 'background',
    origin: 'spec §7',
  }),
  /** A person applies with a shop; the phone is proven by a code (smsType 6). */
  apply: post('/mall/shop/shopapply', {
    input: shopApplication,
    answer: enveloped(z.object({ /** Number of the application. */ number: shopNumber })),
    ...stranger,
  }),
  applyState: post('/mall/shop/shopapply/state', {
    input: shopSearch,
    answer: enveloped(shopProgress),
    rate: 'lookup',
    ...stranger,
  }),
};
