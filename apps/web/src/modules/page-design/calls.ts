import { pageDesignCalls } from '@anlan/contract/modules/page-design/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

export const pagesApi = api(pageDesignCalls);

export const draftOf = (id: string) =>
  callQuery(['page-design', 'draft', id], pagesApi.draft, { id }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
export const pageOf = (id: string) => callQuery(['page-design', 'page', id], pagesApi.get, { id });
export const dataOf = (id: string, design: string, key: string) =>
  callQuery(
    ['page-design', 'data', id, key],
    pagesApi.data,
    { id, design },
    { placeholderData: (before) => before, staleTime: 60_000 },
  );
export const editionsOf = (id: string) => callQuery(['page-design', 'editions', id], pagesApi.editions, { id });
export const templates = (shopId: string | null) =>
  callQuery(['page-design', 'templates', shopId], pagesApi.templates, shopId === null ? {} : { shopId }, {
    placeholderData: (before) => before,
    staleTime: 300_000,
  });
/** A preview link of the draft and its pictures, renewed before it expires. */
export const previewOf = (id: string) =>
  queryOptions({
    queryKey: ['page-design', 'preview', id],
    queryFn: () => pagesApi.preview({ id }, { quiet: true }),
    staleTime: 60 * 60_000,
    refetchInterval: 90 * 60_000,
  });
