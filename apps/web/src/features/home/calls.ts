import type { EnterpriseColor, EnterpriseStatus } from '@anlan/contract/domain/enterprise-codes';
import { enterpriseCalls } from '@anlan/contract/wire/enterprise';
import { jobCalls } from '@anlan/contract/wire/job';
import { tenantCalls } from '@anlan/contract/wire/tenant';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const enterprise = api({
  page: enterpriseCalls.page,
  expiring: enterpriseCalls.expiring,
  current: enterpriseCalls.current,
});
const job = api({ page: jobCalls.page });
const tenant = api({ page: tenantCalls.outsidePage });

/** An enterprise that is supervised: it works, or has stopped for a while (domain §2). */
export const supervised: EnterpriseStatus[] = ['active', 'suspended'];

/** What a tile counts, in the words of the list's filter. */
export interface Tally {
  status?: EnterpriseStatus[];
  color?: EnterpriseColor[];
  expiring?: number;
}

/** How many enterprises a filter finds: the total of the very list it leads to. */
export const countOf = (filter: Tally) =>
  queryOptions({
    queryKey: ['home', 'count', filter],
    queryFn: async ({ signal }) =>
      (await enterprise.page({ page: 1, size: 1, sort: [], filter }, { signal, quiet: true })).total,
  });

/** The enterprises that changed last. */
export const latestChanged = queryOptions({
  queryKey: ['home', 'latest'],
  queryFn: ({ signal }) =>
    enterprise.page({ page: 1, size: 5, sort: [{ by: 'updatedAt', desc: true }], filter: {} }, { signal, quiet: true }),
});

/** The enterprises whose papers run out first. */
export const expiringSoon = (days: number) =>
  queryOptions({
    queryKey: ['home', 'expiring', days],
    queryFn: ({ signal }) =>
      enterprise.expiring({ page: 1, size: 5, sort: [], filter: { days } }, { signal, quiet: true }),
  });

/** The enterprise that one works for at the moment. */
export const currentEnterprise = queryOptions({
  queryKey: ['home', 'current'],
  queryFn: ({ signal }) => enterprise.current({}, { signal, quiet: true }),
});

/** How many tenants there are. */
export const tenantCount = queryOptions({
  queryKey: ['home', 'tenants'],
  queryFn: async ({ signal }) =>
    (await tenant.page({ page: 1, size: 1, sort: [], filter: {} }, { signal, quiet: true })).total,
});

/** The latest long work. */
export const latestJobs = queryOptions({
  queryKey: ['home', 'jobs'],
  queryFn: ({ signal }) => job.page({ page: 1, size: 5, sort: [], filter: {} }, { signal, quiet: true }),
});

/** How much long work there has been. */
export const jobCount = queryOptions({
  queryKey: ['home', 'jobs', 'count'],
  queryFn: async ({ signal }) =>
    (await job.page({ page: 1, size: 1, sort: [], filter: {} }, { signal, quiet: true })).total,
});
