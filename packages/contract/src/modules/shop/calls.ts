import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get, post } from '../../http/call-table.ts';
import { shopApplication, shopNumber, shopSearch, shopProgress } from './application.ts';
import { shop } from './resource.ts';

const path = '/mall/shopinfo';
const stranger = { permit: 'public' as const };

export const shopCalls = {
  ...crud(shop, path, { page: `${path}/page`, impersonation: false }),
  /** Lists open shops for selection fields, sorted by name. */
  list: get(`${path}/list`, {
    answer: enveloped(z.array(z.object({ id, name: z.string() }))),
    permit: 'mall:shopinfo:index',
    origin: 'spec §7',
  }),
  count: get(`${path}/count`, {
    answer: enveloped(z.object({ total: z.int(), open: z.int(), applied: z.int() })),
    permit: 'mall:shopinfo:index',
    activity: 'background',
    origin: 'spec §7',
  }),
  /** Public application of a shop. An SMS code verifies the phone (smsType 6). */
  apply: post('/mall/shop/shopapply', {
    input: shopApplication,
    answer: enveloped(z.object({ number: shopNumber })),
    ...stranger,
  }),
  applyState: post('/mall/shop/shopapply/state', {
    input: shopSearch,
    answer: enveloped(shopProgress),
    rate: 'lookup',
    ...stranger,
  }),
};
