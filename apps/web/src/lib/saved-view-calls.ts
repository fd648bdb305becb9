import { savedViewCalls } from '@anlan/contract/modules/saved-view/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

export const viewCalls = api(savedViewCalls);
export const viewKey = ['savedView'] as const;
export const viewsOfList = (list: string) =>
  queryOptions({
    queryKey: [...viewKey, list],
    queryFn: ({ signal }) => viewCalls.all({ list }, { signal, quiet: true }),
  });
