import { pageDesignCalls } from '@anlan/contract/modules/page-design/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** Calls of pages and their designs. */
export const pagesApi = api(pageDesignCalls);

/** The draft of a page, as it is opened. */
export const draftOf = (id: string) =>
  queryOptions({
    queryKey: ['page-design', 'draft', id],
    queryFn: ({ signal }) => pagesApi.draft({ id }, { signal, quiet: true }),
    // What is being worked on is not exchanged under one's hands: presence tells of others.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
/** The page itself. */
export const pageOf = (id: string) =>
  queryOptions({
    queryKey: ['page-design', 'page', id],
    queryFn: ({ signal }) => pagesApi.get({ id }, { signal, quiet: true }),
  });
/** What a design shows. */
export const dataOf = (id: string, design: string, key: string) =>
  queryOptions({
    queryKey: ['page-design', 'data', id, key],
    queryFn: ({ signal }) => pagesApi.data({ id, design }, { signal, quiet: true }),
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
/** Versions of a page. */
export const editionsOf = (id: string) =>
  queryOptions({
    queryKey: ['page-design', 'editions', id],
    queryFn: ({ signal }) => pagesApi.editions({ id }, { signal, quiet: true }),
  });
/** Designs that a new page begins with. */
export const templates = () =>
  queryOptions({
    queryKey: ['page-design', 'templates'],
    queryFn: ({ signal }) => pagesApi.templates({}, { signal, quiet: true }),
    staleTime: 300_000,
  });
/** A link that shows the draft and its pictures, renewed before it ends. */
export const previewOf = (id: string) =>
  queryOptions({
    queryKey: ['page-design', 'preview', id],
    queryFn: () => pagesApi.preview({ id }, { quiet: true }),
    staleTime: 60 * 60_000,
    refetchInterval: 90 * 60_000,
  });
