import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { crud } from '../../kit/calls.ts';
import { document, enveloped, get } from '../../http/dialect.ts';
import { goods } from './resource.ts';
import { goodsShown } from './views.ts';

/** Calls of goods (商品). */
export const goodsCalls = {
  ...crud(goods, '/mall/goods', { impersonation: false }),
  /** What everybody may see of goods on the shelf of an open shop; missing ones answer alike. */
  open: get('/mall/goods/open', {
    input: z.object({ tenantId, /** The goods. */ id }),
    in: { tenantId: 'query', id: 'query' },
    answer: enveloped(goodsShown),
    permit: 'public',
    rate: 'lookup',
    origin: 'chosen',
  }),
  /** A picture of such goods. */
  picture: get('/mall/goods/picture', {
    input: z.object({ tenantId, /** The goods. */ id, /** The picture. */ file: id }),
    in: { tenantId: 'query', id: 'query', file: 'query' },
    answer: document('application/octet-stream'),
    document: true,
    permit: 'public',
    activity: 'background',
    origin: 'chosen',
  }),
};
