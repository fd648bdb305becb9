import * as z from 'zod/mini';
import { enveloped, get, post } from '../../http/dialect.ts';
import { wxAppId } from '../wx-account/resource.ts';
import { wxMenu, wxMenuButtons } from './menu.ts';

const ofAccount = z.object({ appId: wxAppId });
const act = { permit: 'wxmp:wxmenu:edit', origin: 'chosen' } as const;

/** Calls of menus of public accounts. */
export const wxMenuCalls = {
  get: get('/weixin/wxmenu/get', {
    input: ofAccount,
    answer: enveloped(wxMenu),
    permit: 'wxmp:wxmenu:index',
    origin: 'chosen',
  }),
  /** What WeChat shows followers at this moment, also when it was set elsewhere. */
  live: get('/weixin/wxmenu/live', {
    input: ofAccount,
    answer: enveloped(z.object({ buttons: wxMenuButtons })),
    permit: 'wxmp:wxmenu:index',
    origin: 'chosen',
  }),
  /** Saves the draft; followers see nothing of it. It may be unfinished. */
  save: post('/weixin/wxmenu/save', {
    input: z.object({ appId: wxAppId, version: z.int(), buttons: wxMenuButtons }),
    answer: enveloped(wxMenu),
    conflict: wxMenu,
    ...act,
  }),
  /** Gives the saved draft to WeChat. */
  publish: post('/weixin/wxmenu/publish', {
    input: z.object({ appId: wxAppId, version: z.int() }),
    answer: enveloped(wxMenu),
    conflict: wxMenu,
    ...act,
  }),
  /** Takes the menu away from followers; the draft stays. */
  remove: post('/weixin/wxmenu/remove', { input: ofAccount, answer: enveloped(wxMenu), ...act }),
};
