import { dangerCalls } from '@anlan/contract/modules/danger/calls';
import { danger, type Danger, type DangerFilter, type DangerSort } from '@anlan/contract/modules/danger/resource';
import type { DangerArea } from '@anlan/contract/modules/danger/views';
import type { PageInput } from '@anlan/contract/domain/paging';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bind } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

const calls = api(dangerCalls);

export const bound = bind(danger, dangerCalls as never);
/** Reports a danger that was fixed on the spot. */
export const boundFixed = bind(danger, { create: dangerCalls.fixOnSpot });
export const dangerQuery = dangerCalls.page.input;
/** Most urgent first. */
export const listOrder: PageInput<DangerFilter, DangerSort>['sort'] = [{ by: 'deadlineOn', desc: false }];

export const ownCalls = { page: dangerCalls.page };
export const summaryCalls = { page: dangerCalls.summary, export: dangerCalls.summaryExport };
export type SummaryFilter = Parameters<typeof calls.summary>[0]['filter'];

export const dangerKey = ['danger'] as const;

export const dangerOne = (id: string) =>
  queryOptions({
    queryKey: [...dangerKey, 'one', id],
    queryFn: ({ signal }): Promise<Danger> => calls.get({ id }, { signal, quiet: true }),
  });

export const dangerCounts = (area: DangerArea) =>
  queryOptions({
    queryKey: [...dangerKey, 'counts', area],
    queryFn: ({ signal }) => calls.counts(area, { signal, quiet: true }),
  });

export const dangerBoard = (input: Parameters<typeof calls.board>[0]) =>
  queryOptions({
    queryKey: [...dangerKey, 'board', input],
    queryFn: ({ signal }) => calls.board(input, { signal, quiet: true }),
  });

export const dangerStatistics = (input: NonNullable<Parameters<typeof calls.statistics>[0]>) =>
  queryOptions({
    queryKey: [...dangerKey, 'statistics', input],
    queryFn: ({ signal }) => calls.statistics(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

export const standards = () =>
  queryOptions({
    queryKey: ['danger-standards'],
    queryFn: ({ signal }) => calls.standards({}, { signal, quiet: true }),
    staleTime: 10 * 60_000,
  });

export const criteria = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: ['danger-criteria', enterpriseId],
    queryFn: ({ signal }) => calls.criteria({ enterpriseId }, { signal, quiet: true }),
    staleTime: 10 * 60_000,
  });

export const dangerStart = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: [...dangerKey, 'start', enterpriseId],
    queryFn: ({ signal }) => calls.start({ enterpriseId }, { signal, quiet: true }),
  });

export const earlierDangers = (input: Parameters<typeof calls.earlier>[0]) =>
  queryOptions({
    queryKey: [...dangerKey, 'earlier', input],
    queryFn: ({ signal }) => calls.earlier(input, { signal, quiet: true }),
  });

export const dangerLinks = (id: string) =>
  queryOptions({
    queryKey: [...dangerKey, 'links', id],
    queryFn: ({ signal }) => calls.links({ id }, { signal, quiet: true }),
  });

export const makeLink = (input: Parameters<typeof calls.makeLink>[0]) => calls.makeLink(input, { quiet: true });
export const revokeLink = (id: string) => calls.revokeLink({ id }, { quiet: true });

export const exportStatistics = (input: NonNullable<Parameters<typeof calls.statistics>[0]>) =>
  download(dangerCalls.statisticsExport, input);
