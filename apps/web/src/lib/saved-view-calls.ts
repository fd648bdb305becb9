import { savedViewCalls } from '@anlan/contract/modules/saved-view/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Calls of saved views. */
export const viewCalls = api(savedViewCalls);
/** Everything that has been read of views begins with it. */
export const viewKey = ['savedView'] as const;
/** The views of a list, own and shared. */
export const viewsOfList = (list: string) =>
  queryOptions({
    queryKey: [...viewKey, list],
    queryFn: ({ signal }) => viewCalls.all({ list }, { signal, quiet: true }),
  });
