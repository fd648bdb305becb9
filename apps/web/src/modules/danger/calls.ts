import { dangerCalls } from '@anlan/contract/modules/danger/calls';
import { danger, type DangerFilter, type DangerSort } from '@anlan/contract/modules/danger/resource';
import type { DangerArea } from '@anlan/contract/modules/danger/views';
import type { PageInput } from '@anlan/contract/domain/paging';
import { keepPreviousData } from '@tanstack/react-query';
import { bind } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
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

export const dangerOne = (id: string) => callQuery([...dangerKey, 'one', id], calls.get, { id });

export const dangerCounts = (area: DangerArea) => callQuery([...dangerKey, 'counts', area], calls.counts, area);

export const dangerBoard = (input: Parameters<typeof calls.board>[0]) =>
  callQuery([...dangerKey, 'board', input], calls.board, input);

export const dangerStatistics = (input: NonNullable<Parameters<typeof calls.statistics>[0]>) =>
  callQuery([...dangerKey, 'statistics', input], calls.statistics, input, { placeholderData: keepPreviousData });

export const standards = () => callQuery(['danger-standards'], calls.standards, {}, { staleTime: 10 * 60_000 });

export const criteria = (enterpriseId: string | undefined) =>
  callQuery(['danger-criteria', enterpriseId], calls.criteria, { enterpriseId }, { staleTime: 10 * 60_000 });

export const dangerStart = (enterpriseId: string | undefined) =>
  callQuery([...dangerKey, 'start', enterpriseId], calls.start, { enterpriseId });

export const earlierDangers = (input: Parameters<typeof calls.earlier>[0]) =>
  callQuery([...dangerKey, 'earlier', input], calls.earlier, input);

export const dangerLinks = (id: string) => callQuery([...dangerKey, 'links', id], calls.links, { id });

export const makeLink = (input: Parameters<typeof calls.makeLink>[0]) => calls.makeLink(input, { quiet: true });
export const revokeLink = (id: string) => calls.revokeLink({ id }, { quiet: true });

export const exportStatistics = (input: NonNullable<Parameters<typeof calls.statistics>[0]>) =>
  download(dangerCalls.statisticsExport, input);
