import * as z from 'zod/mini';
import { text } from '../../domain/fields.ts';
import { tenantId } from '../session/session.ts';
import { brand, hostBrand } from './tenant.ts';
import { enveloped, get, pageOf, pageQuery } from '../../http/dialect.ts';

const ofTenant = z.object({
  /** The tenant's number. */
  id: tenantId,
});

/** Tenants, as far as a person outside or inside may see them. */
export const tenantCalls = {
  outsidePage: get('/upms/tenant/outside/page', {
    input: pageQuery({ /** Part of the name. */ name: z.optional(text(64)) }, ['name']),
    answer: enveloped(pageOf(brand)),
    permit: 'public',
    origin: 'spec §7',
  }),
  outside: get('/upms/tenant/outside/{id}', {
    input: ofTenant,
    id: 'tenant',
    answer: enveloped(brand),
    permit: 'public',
    origin: 'spec §7',
  }),
  list: get('/upms/tenant/list', {
    input: z.object({ /** Part of the name. */ name: z.optional(text(64)) }),
    answer: enveloped(z.array(brand)),
    permit: 'public',
    origin: 'spec §7',
  }),
  byHostName: get('/upms/tenant/outside/host', {
    input: z.object({ /** Host name of the page. */ host: text(255) }),
    answer: enveloped(z.nullable(hostBrand)),
    permit: 'public',
    activity: 'background',
    origin: 'chosen',
  }),
  byHost: get('/bus/api/index/getTenantId', {
    input: z.object({ /** Host name of the page. */ host: z.optional(text(255)) }),
    answer: enveloped(z.nullable(tenantId)),
    permit: 'public',
    origin: 'spec §7',
  }),
};
