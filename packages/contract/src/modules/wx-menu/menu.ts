import * as z from 'zod/mini';
import { instant } from '../../domain/fields.ts';

/** What tapping an entry of a menu does, as WeChat names it. */
export const wxMenuKinds = [
  'click',
  'view',
  'miniprogram',
  'scancode_waitmsg',
  'scancode_push',
  'pic_sysphoto',
  'pic_photo_or_album',
  'pic_weixin',
  'location_select',
  'media_id',
] as const;
/** What tapping an entry does. */
export type WxMenuKind = (typeof wxMenuKinds)[number];

/** What WeChat allows. */
export const wxMenuLimits = { buttons: 3, entries: 5, buttonBytes: 16, entryBytes: 60, keyBytes: 128, urlBytes: 1024 };

const part = (most: number) => z.optional(z.string().check(z.maxLength(most)));
const fields = {
  /** Its name; WeChat counts bytes: a Chinese character has three. */
  name: z.string().check(z.maxLength(60)),
  type: z.optional(z.enum(wxMenuKinds)),
  /** Comes back with the event of a tap. */
  key: part(128),
  /** Address that opens; of a mini program the page for old versions of WeChat. */
  url: part(1024),
  /** App id of a mini program. */
  appid: part(40),
  /** Page of a mini program. */
  pagepath: part(300),
  /** Material that is sent. */
  mediaId: part(128),
};
/** An entry of a menu that opens above a button. */
export const wxMenuEntry = z.object(fields);
/** A button of a menu: does something, or opens entries. */
export const wxMenuButton = z.object({
  ...fields,
  /** Entries above it, the lowest last; with any the button itself does nothing. */
  entries: z.optional(z.array(wxMenuEntry).check(z.maxLength(wxMenuLimits.entries, '子菜单最多 5 个'))),
});
/** The buttons of a menu. */
export const wxMenuButtons = z.array(wxMenuButton).check(z.maxLength(wxMenuLimits.buttons, '一级菜单最多 3 个'));
/** An entry of a menu. */
export type WxMenuEntry = z.output<typeof wxMenuEntry>;
/** A button of a menu. */
export type WxMenuButton = z.output<typeof wxMenuButton>;

/** The menu of a public account: what is being written, and what followers have. */
export const wxMenu = z.object({
  /** 0 where nothing was saved yet. */
  version: z.int(),
  buttons: wxMenuButtons,
  savedAt: z.nullable(instant),
  savedBy: z.nullable(z.string()),
  /** What was published from here last; null where nothing was, or the menu was taken away. */
  published: z.nullable(wxMenuButtons),
  publishedAt: z.nullable(instant),
  publishedBy: z.nullable(z.string()),
});
/** The menu of a public account. */
export type WxMenu = z.output<typeof wxMenu>;

/** How many bytes a text has in UTF-8, as WeChat counts. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Where something is wrong in a menu: button, entry above it (null for the button itself), and what. */
export interface WxMenuProblem {
  button: number;
  entry: number | null;
  /** Field that is wrong. */
  field: 'name' | 'type' | 'key' | 'url' | 'appid' | 'pagepath' | 'mediaId';
  msg: string;
}

const isAddress = (text: string | undefined) => text !== undefined && /^https?:\/\/[^\s]+$/.test(text);
function actionProblem(one: WxMenuEntry): Pick<WxMenuProblem, 'field' | 'msg'> | null {
  const { type, key, url, appid, pagepath, mediaId } = one;
  const { keyBytes, urlBytes } = wxMenuLimits;
  if (type === undefined) return { field: 'type', msg: '请选择点击后做什么' };
  if (type === 'view' || type === 'miniprogram') {
    if (!isAddress(url)) return { field: 'url', msg: '请填写以 http:// 或 https:// 开头的网址' };
    if (bytesOf(url ?? '') > urlBytes) return { field: 'url', msg: `网址最多 ${urlBytes} 字节` };
    if (type === 'view') return null;
    if (!appid || !/^wx[0-9a-zA-Z]{8,38}$/.test(appid))
      return { field: 'appid', msg: '请填写小程序的 AppID，以 wx 开头' };
    return pagepath ? null : { field: 'pagepath', msg: '请填写小程序的页面路径' };
  }
  if (type === 'media_id') return mediaId ? null : { field: 'mediaId', msg: '请选择要发送的素材' };
  if (!key?.trim()) return { field: 'key', msg: '请填写事件名（Key）' };
  return bytesOf(key) > keyBytes ? { field: 'key', msg: `事件名最多 ${keyBytes} 字节` } : null;
}
function nameProblem(name: string, most: number): Pick<WxMenuProblem, 'field' | 'msg'> | null {
  if (name.trim() === '') return { field: 'name', msg: '请填写菜单名称' };
  const bytes = bytesOf(name);
  return bytes > most ? { field: 'name', msg: `名称最多 ${most} 字节（一个汉字 3 字节），现在 ${bytes} 字节` } : null;
}

/** What WeChat would refuse in a menu, in the order of its entries. */
export function wxMenuProblems(buttons: readonly WxMenuButton[]): WxMenuProblem[] {
  const problems: WxMenuProblem[] = [];
  for (const [button, one] of buttons.entries()) {
    const { entries = [] } = one;
    const own = nameProblem(one.name, wxMenuLimits.buttonBytes) ?? (entries.length === 0 ? actionProblem(one) : null);
    if (own) problems.push({ button, entry: null, ...own });
    for (const [entry, below] of entries.entries()) {
      const found = nameProblem(below.name, wxMenuLimits.entryBytes) ?? actionProblem(below);
      if (found) problems.push({ button, entry, ...found });
    }
  }
  return problems;
}
