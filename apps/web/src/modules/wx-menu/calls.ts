import { wxMenuCalls } from '@anlan/contract/modules/wx-menu/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

export const menus = api(wxMenuCalls);

export const menuOf = (appId: string) =>
  queryOptions({
    queryKey: ['wx-menu', appId],
    queryFn: ({ signal }) => menus.get({ appId }, { signal, quiet: true }),
    // A refetch must not replace the menu during editing. Saving detects changes by other people.
    refetchOnWindowFocus: false,
    enabled: appId !== '',
  });
