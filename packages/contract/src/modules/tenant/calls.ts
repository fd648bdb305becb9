import * as z from 'zod/mini';
import { text } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { brand, hostBrand } from './tenant.ts';
import { enveloped, get, pageOf, pageQuery } from '../../http/call-table.ts';

const tenantIdInput = z.object({ id: tenantId });

export const tenantCalls = {
  outsidePage: get('/upms/tenant/outside/page', {
    input: pageQuery({ name: z.optional(text(64)) }, ['name']),
    answer: enveloped(pageOf(brand)),
    permit: 'public',
    origin: 'spec §7',
  }),
  outside: get('/upms/tenant/outside/{id}', {
    input: tenantIdInput,
    id: 'tenant',
    answer: enveloped(brand),
    permit: 'public',
    origin: 'spec §7',
  }),
  list: get('/upms/tenant/list', {
    input: z.object({ name: z.optional(text(64)) }),
    answer: enveloped(z.array(brand)),
    permit: 'public',
    origin: 'spec §7',
  }),
  byHostName: get('/upms/tenant/outside/host', {
    input: z.object({ host: text(255) }),
    answer: enveloped(z.nullable(hostBrand)),
    permit: 'public',
    activity: 'background',
  }),
  byHost: get('/bus/api/index/getTenantId', {
    input: z.object({ host: z.optional(text(255)) }),
    answer: enveloped(z.nullable(tenantId)),
    permit: 'public',
    origin: 'spec §7',
  }),
};
