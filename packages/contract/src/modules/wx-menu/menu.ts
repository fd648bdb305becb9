import * as z from 'zod/mini';
import { instant } from '../../domain/fields.ts';

/** Actions of a menu entry, named as in WeChat. */
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
export type WxMenuKind = (typeof wxMenuKinds)[number];

/** Limits that WeChat sets for a menu. */
export const wxMenuLimits = { buttons: 3, entries: 5, buttonBytes: 16, entryBytes: 60, keyBytes: 128, urlBytes: 1024 };

const optionalText = (most: number) => z.optional(z.string().check(z.maxLength(most)));
const fields = {
  /** Label of the entry. WeChat limits the number of bytes; a Chinese character takes three bytes. */
  name: z.string().check(z.maxLength(60)),
  type: z.optional(z.enum(wxMenuKinds)),
  /** Key that WeChat returns when a follower taps the entry. */
  key: optionalText(128),
  /** Address to open. For a mini program: the page that old WeChat versions open. */
  url: optionalText(1024),
  appid: optionalText(40),
  pagepath: optionalText(300),
  mediaId: optionalText(128),
};
export const wxMenuEntry = z.object(fields);
export const wxMenuButton = z.object({
  ...fields,
  /** Entries below the button, the lowest entry last. A button with entries has no action of its own. */
  entries: z.optional(z.array(wxMenuEntry).check(z.maxLength(wxMenuLimits.entries, '子菜单最多 5 个'))),
});
export const wxMenuButtons = z.array(wxMenuButton).check(z.maxLength(wxMenuLimits.buttons, '一级菜单最多 3 个'));
export type WxMenuEntry = z.output<typeof wxMenuEntry>;
export type WxMenuButton = z.output<typeof wxMenuButton>;

/** Menu of a public account: the draft and the published version. */
export const wxMenu = z.object({
  /** Version of the draft; 0 before the first save. */
  version: z.int(),
  buttons: wxMenuButtons,
  savedAt: z.nullable(instant),
  savedBy: z.nullable(z.string()),
  /** Menu that was last published from this system; null if there was none or it was removed. */
  published: z.nullable(wxMenuButtons),
  publishedAt: z.nullable(instant),
  publishedBy: z.nullable(z.string()),
});
export type WxMenu = z.output<typeof wxMenu>;

/** Returns the length of a text in UTF-8 bytes, as WeChat counts it. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** An error in a menu: its position and text. `entry` is null if the button itself has the error. */
export interface WxMenuProblem {
  button: number;
  entry: number | null;
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

/** Returns the errors for which WeChat would refuse the menu, in the order of the menu. */
export function wxMenuProblems(buttons: readonly WxMenuButton[]): WxMenuProblem[] {
  const problems: WxMenuProblem[] = [];
  for (const [button, one] of buttons.entries()) {
    const { entries = [] } = one;
    const own = nameProblem(one.name, wxMenuLimits.buttonBytes) ?? (entries.length === 0 ? actionProblem(one) : null);
    if (own) problems.push({ button, entry: null, ...own });
    for (const [entry, below] of entries.entries()) {
      const problem = nameProblem(below.name, wxMenuLimits.entryBytes) ?? actionProblem(below);
      if (problem) problems.push({ button, entry, ...problem });
    }
  }
  return problems;
}
