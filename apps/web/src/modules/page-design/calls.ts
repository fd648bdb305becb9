import { pageDesignCalls } from '@anlan/contract/modules/page-design/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

export const pagesApi = api(pageDesignCalls);

export const draftOf = (id: string) =>
  queryOptions({
    queryKey: ['page-design', 'draft', id],
    queryFn: ({ signal }) => pagesApi.draft({ id }, { signal, quiet: true }),
    // Do not refetch during editing. Changes by other people are detected by the presence check.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
export const pageOf = (id: string) =>
  queryOptions({
    queryKey: ['page-design', 'page', id],
    queryFn: ({ signal }) => pagesApi.get({ id }, { signal, quiet: true }),
  });
export const dataOf = (id: string, design: string, key: string) =>
  queryOptions({
    queryKey: ['page-design', 'data', id, key],
    queryFn: ({ signal }) => pagesApi.data({ id, design }, { signal, quiet: true }),
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
export const editionsOf = (id: string) =>
  queryOptions({
    queryKey: ['page-design', 'editions', id],
    queryFn: ({ signal }) => pagesApi.editions({ id }, { signal, quiet: true }),
  });
export const templates = (shopId: string | null) =>
  queryOptions({
    queryKey: ['page-design', 'templates', shopId],
    queryFn: ({ signal }) => pagesApi.templates(shopId === null ? {} : { shopId }, { signal, quiet: true }),
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
