import * as z from 'zod/mini';
import { id, oneOrMany, text } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get, post } from '../../http/call-table.ts';
import { plan } from './resource.ts';
import { vipInfo, vipPlan } from './views.ts';

export type { VipInfo, VipPlan, VipPrice } from './views.ts';

export const planCalls = {
  ...crud(plan, '/bus/setmeal', { page: '/bus/setmeal/page' }),
  vipInfo: get('/bus/setmeal/vipInfo', { answer: enveloped(vipInfo), permit: 'bus:enterprise:pay' }),
  listByCarTypes: get('/bus/setmeal/listByCarTypes', {
    input: z.object({
      /** Vehicle types of the membership plan (dictionary carType). A plan without types suits every vehicle. */
      carTypes: z.optional(oneOrMany(text(32))),
    }),
    answer: enveloped(z.array(vipPlan)),
    permit: 'bus:enterprise:pay',
    origin: 'spec §7',
  }),
  shelf: post('/bus/setmeal/shelf', {
    input: z.object({
      ids: oneOrMany(id),
      /** New state of the membership plan: 1 listed, 0 delisted. */
      shelf: z.enum(['0', '1'], '请选择上架或下架'),
    }),
    in: { ids: 'query', shelf: 'query' },
    permit: 'bus:setmeal:shelf',
    impersonation: true,
    origin: 'spec §7',
  }),
};
