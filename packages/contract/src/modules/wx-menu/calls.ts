import * as z from 'zod/mini';
import { enveloped, get, post } from '../../http/call-table.ts';
import { wxAppId } from '../wx-account/resource.ts';
import { wxMenu, wxMenuButtons } from './menu.ts';

const accountInput = z.object({ appId: wxAppId });
const writeAccess = { permit: 'wxmp:wxmenu:edit' } as const;

export const wxMenuCalls = {
  get: get('/weixin/wxmenu/get', { input: accountInput, answer: enveloped(wxMenu), permit: 'wxmp:wxmenu:index' }),
  /** Returns the menu that WeChat currently shows, even if it was set elsewhere. */
  live: get('/weixin/wxmenu/live', {
    input: accountInput,
    answer: enveloped(z.object({ buttons: wxMenuButtons })),
    permit: 'wxmp:wxmenu:index',
  }),
  /** Saves the draft, which may be unfinished. Followers do not see it. */
  save: post('/weixin/wxmenu/save', {
    input: z.object({ appId: wxAppId, version: z.int(), buttons: wxMenuButtons }),
    answer: enveloped(wxMenu),
    conflict: wxMenu,
    ...writeAccess,
  }),
  publish: post('/weixin/wxmenu/publish', {
    input: z.object({ appId: wxAppId, version: z.int() }),
    answer: enveloped(wxMenu),
    conflict: wxMenu,
    ...writeAccess,
  }),
  /** Removes the published menu; the draft remains. */
  remove: post('/weixin/wxmenu/remove', { input: accountInput, answer: enveloped(wxMenu), ...writeAccess }),
};
