import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { crud } from '../../kit/calls.ts';
import { document, enveloped, get } from '../../http/call-table.ts';
import { goods } from './resource.ts';
import { publicGoods } from './views.ts';

export const goodsCalls = {
  ...crud(goods, '/mall/goods', { impersonation: false }),
  /** Returns public data of goods that are listed in an open shop. All other ids get the same error. */
  open: get('/mall/goods/open', {
    input: z.object({ tenantId, id }),
    in: { tenantId: 'query', id: 'query' },
    answer: enveloped(publicGoods),
    permit: 'public',
    rate: 'lookup',
  }),
  picture: get('/mall/goods/picture', {
    input: z.object({ tenantId, id, file: id }),
    in: { tenantId: 'query', id: 'query', file: 'query' },
    answer: document('application/octet-stream'),
    document: true,
    permit: 'public',
    activity: 'background',
  }),
};
