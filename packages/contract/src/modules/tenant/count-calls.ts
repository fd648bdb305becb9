import { tenantCounts } from './tenant.ts';
import { enveloped, get } from '../../wire/dialect.ts';

/** Counts of tenants for the platform's home, apart from the desk so that no other home carries it. */
export const tenantCountCalls = {
  count: get('/upms/tenant/count', {
    answer: enveloped(tenantCounts),
    permit: 'sys:tenant:index',
    activity: 'background',
    origin: 'chosen',
  }),
};
