// Converts menus between the format of WeChat and ours.
import { wxMenuKinds, type WxMenuButton, type WxMenuEntry } from '@anlan/contract/modules/wx-menu/menu';
import * as z from 'zod/mini';

const text = z.optional(z.string());
const entry = { name: z.string(), type: text, key: text, url: text, appid: text, pagepath: text, media_id: text };
export const wechatMenu = z.object({
  menu: z.object({
    button: z.array(z.object({ ...entry, sub_button: z.optional(z.array(z.object(entry))) })),
  }),
});

type Told = z.output<typeof wechatMenu>['menu']['button'][number];
const isKind = (type: string | undefined): type is NonNullable<WxMenuEntry['type']> =>
  wxMenuKinds.some((kind) => kind === type);

function entryOf({ name, type, key, url, appid, pagepath, media_id: mediaId }: Omit<Told, 'sub_button'>): WxMenuEntry {
  return {
    name,
    ...(isKind(type) ? { type } : {}),
    ...(key ? { key } : {}),
    ...(url ? { url } : {}),
    ...(appid ? { appid } : {}),
    ...(pagepath ? { pagepath } : {}),
    ...(mediaId ? { mediaId } : {}),
  };
}
/** Converts a menu from WeChat. Entries of an unknown kind lose their action. */
export const buttonsOf = (wechatButtons: readonly Told[]): WxMenuButton[] =>
  wechatButtons.slice(0, 3).map((one) => ({
    ...entryOf(one),
    ...(one.sub_button?.length ? { entries: one.sub_button.slice(0, 5).map(entryOf) } : {}),
  }));

const action = ({ type, key, url, appid, pagepath, mediaId }: WxMenuEntry) => {
  switch (type) {
    case 'view':
      return { type, url };
    case 'miniprogram':
      return { type, url, appid, pagepath };
    case 'media_id':
      return { type, media_id: mediaId };
    default:
      return { type, key };
  }
};
export const bodyOf = (buttons: readonly WxMenuButton[]) => ({
  button: buttons.map(({ entries = [], ...one }) =>
    entries.length === 0
      ? { name: one.name, ...action(one) }
      : { name: one.name, sub_button: entries.map((below) => ({ name: below.name, ...action(below) })) },
  ),
});
