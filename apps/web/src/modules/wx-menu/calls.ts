import { wxMenuCalls } from '@anlan/contract/modules/wx-menu/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** Calls of menus. */
export const menus = api(wxMenuCalls);

/** The menu of an account. */
export const menuOf = (appId: string) =>
  queryOptions({
    queryKey: ['wx-menu', appId],
    queryFn: ({ signal }) => menus.get({ appId }, { signal, quiet: true }),
    // What is being written is not exchanged for what a colleague saved: saving tells.
    refetchOnWindowFocus: false,
    enabled: appId !== '',
  });
