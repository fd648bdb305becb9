import { announcementFeedCalls } from '@anlan/contract/modules/notice/announcement-feed-calls';
import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { enterpriseStatisticsCalls } from '@anlan/contract/modules/enterprise/statistics-calls';
import { membershipCalls } from '@anlan/contract/modules/membership/calls';
import { homeCalls } from '@anlan/contract/modules/home/calls';
import { jobCalls } from '@anlan/contract/modules/job/calls';
import { tenantCountCalls } from '@anlan/contract/modules/tenant/count-calls';
import type { TroubleKind } from '@anlan/contract/modules/tenant/tenant';
import { todoCalls } from '@anlan/contract/modules/notice/todo-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const enterprise = api({ current: enterpriseCalls.current });
const statistics = api(enterpriseStatisticsCalls);
const home = api(homeCalls);
const membership = api({ buy: membershipCalls.buy });
const job = api({ page: jobCalls.page });
const tenant = api(tenantCountCalls);
const todo = api({ page: todoCalls.todoPage });
const notice = api(announcementFeedCalls);

export type { MembershipStatus } from '@anlan/contract/modules/membership/calls';

/** Refetch interval of the home figures, in milliseconds. */
const minute = 60_000;

export const homeFigures = queryOptions({
  queryKey: ['home', 'figures'],
  queryFn: ({ signal }) => statistics.indexStatistics({}, { signal, quiet: true }),
  refetchInterval: minute,
});

export const regulatorNumbers = queryOptions({
  queryKey: ['home', 'regulator'],
  queryFn: ({ signal }) => home.regulator({}, { signal, quiet: true }),
  refetchInterval: minute,
});

export const supervisionNumbers = queryOptions({
  queryKey: ['home', 'supervision'],
  queryFn: ({ signal }) => home.supervision({}, { signal, quiet: true }),
  refetchInterval: minute,
});

export const enterpriseNumbers = queryOptions({
  queryKey: ['home', 'enterprise'],
  queryFn: ({ signal }) => home.enterprise({}, { signal, quiet: true }),
  refetchInterval: minute,
});

/** Counts by colour, size and region, and the reasons of the colours. */
export const statisticsCount = queryOptions({
  queryKey: ['home', 'count'],
  queryFn: ({ signal }) => statistics.statisticsCount({}, { signal, quiet: true }),
  refetchInterval: minute,
});

export const kindShares = queryOptions({
  queryKey: ['home', 'kinds'],
  queryFn: async ({ signal }) => {
    const [joined, perfect] = await Promise.all([
      statistics.joinedByKind({}, { signal, quiet: true }),
      statistics.perfectByKind({}, { signal, quiet: true }),
    ]);
    return { joined, perfect };
  },
});

export const currentEnterprise = queryOptions({
  queryKey: ['home', 'current'],
  queryFn: ({ signal }) => enterprise.current({}, { signal, quiet: true }),
});

export const boughtMembership = queryOptions({
  queryKey: ['membership', 'bought'],
  queryFn: ({ signal }) => membership.buy({}, { signal, quiet: true }),
});

export const tenantCounts = queryOptions({
  queryKey: ['home', 'tenants'],
  queryFn: ({ signal }) => tenant.count({}, { signal, quiet: true }),
});

export const troubleRows = (kind: TroubleKind, id: string | undefined, page: number, size: number) =>
  queryOptions({
    queryKey: ['home', 'trouble', kind, id, page],
    queryFn: ({ signal }) => tenant.trouble({ page, size, sort: [], filter: { kind, id } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

export const latestJobs = queryOptions({
  queryKey: ['home', 'jobs'],
  queryFn: ({ signal }) => job.page({ page: 1, size: 5, sort: [], filter: {} }, { signal, quiet: true }),
});

export const jobCount = queryOptions({
  queryKey: ['home', 'jobs', 'count'],
  queryFn: async ({ signal }) =>
    (await job.page({ page: 1, size: 1, sort: [], filter: {} }, { signal, quiet: true })).total,
});

export const waiting = queryOptions({
  queryKey: ['todo', 'home'],
  queryFn: ({ signal }) =>
    todo.page({ page: 1, size: 5, sort: [], filter: { state: 'open' } }, { signal, quiet: true }),
  refetchInterval: minute,
});

export const latestNotices = queryOptions({
  queryKey: ['notice', 'home'],
  queryFn: ({ signal }) => notice.inbox({ page: 1, size: 5, sort: [], filter: {} }, { signal, quiet: true }),
  refetchInterval: minute,
});
