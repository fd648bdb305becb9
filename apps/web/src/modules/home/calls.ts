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
import { callQuery } from '#lib/call-query.ts';

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

export const homeFigures = callQuery(['home', 'figures'], statistics.indexStatistics, {}, { refetchInterval: minute });

export const regulatorNumbers = callQuery(['home', 'regulator'], home.regulator, {}, { refetchInterval: minute });

export const supervisionNumbers = callQuery(['home', 'supervision'], home.supervision, {}, { refetchInterval: minute });

export const enterpriseNumbers = callQuery(['home', 'enterprise'], home.enterprise, {}, { refetchInterval: minute });

/** Counts by colour, size and region, and the reasons of the colours. */
export const statisticsCount = callQuery(
  ['home', 'count'],
  statistics.statisticsCount,
  {},
  { refetchInterval: minute },
);

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

export const currentEnterprise = callQuery(['home', 'current'], enterprise.current, {});

export const boughtMembership = callQuery(['membership', 'bought'], membership.buy, {});

export const tenantCounts = callQuery(['home', 'tenants'], tenant.count, {});

export const troubleRows = (kind: TroubleKind, id: string | undefined, page: number, size: number) =>
  callQuery(
    ['home', 'trouble', kind, id, page],
    tenant.trouble,
    { page, size, sort: [], filter: { kind, id } },
    { placeholderData: keepPreviousData },
  );

export const latestJobs = callQuery(['home', 'jobs'], job.page, { page: 1, size: 5, sort: [], filter: {} });

export const jobCount = queryOptions({
  queryKey: ['home', 'jobs', 'count'],
  queryFn: async ({ signal }) =>
    (await job.page({ page: 1, size: 1, sort: [], filter: {} }, { signal, quiet: true })).total,
});

export const waiting = callQuery(
  ['todo', 'home'],
  todo.page,
  { page: 1, size: 5, sort: [], filter: { state: 'open' } },
  { refetchInterval: minute },
);

export const latestNotices = callQuery(
  ['notice', 'home'],
  notice.inbox,
  { page: 1, size: 5, sort: [], filter: {} },
  { refetchInterval: minute },
);
