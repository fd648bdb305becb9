import { wxStatCalls } from '@anlan/contract/modules/wx-stat/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WxStatKind } from '@anlan/contract/modules/wx-stat/views';
import { api } from '#lib/api.ts';

const stats = api(wxStatCalls);

export const statDays = (appId: string | undefined, from: string, to: string) =>
  queryOptions({
    queryKey: ['wx-stat', appId, from, to],
    queryFn: ({ signal }) => stats.days({ appId, from, to }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
export const statRows = (appId: string | undefined, day: string, to: string, kind: WxStatKind, page: number) =>
  queryOptions({
    queryKey: ['wx-stat', 'rows', appId, day, to, kind, page],
    queryFn: ({ signal }) =>
      stats.rows({ filter: { appId, day, to, kind }, page, size: 20, sort: [] }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
