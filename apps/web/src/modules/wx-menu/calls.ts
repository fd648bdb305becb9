import { wxMenuCalls } from '@anlan/contract/modules/wx-menu/calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

export const menus = api(wxMenuCalls);

export const menuOf = (appId: string) =>
  callQuery(['wx-menu', appId], menus.get, { appId }, { refetchOnWindowFocus: false, enabled: appId !== '' });
