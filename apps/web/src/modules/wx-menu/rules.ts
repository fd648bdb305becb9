// Pure functions for WeChat menus: positions, moves and names of types.
import type { WxMenuButton, WxMenuEntry, WxMenuKind } from '@anlan/contract/modules/wx-menu/menu';

export interface Place {
  button: number;
  entry: number | null;
}

export const kindNames: Readonly<Record<WxMenuKind, string>> = {
  click: '推送事件（可配自动回复）',
  view: '打开网页',
  miniprogram: '打开小程序',
  scancode_waitmsg: '扫码后把结果发给公众号',
  scancode_push: '扫码后直接打开',
  pic_sysphoto: '拍照发图',
  pic_photo_or_album: '拍照或从相册选图',
  pic_weixin: '从微信相册选图',
  location_select: '发送位置',
  media_id: '发送素材',
};

export const at = (
  buttons: readonly WxMenuButton[],
  { button, entry }: Place,
): WxMenuButton | WxMenuEntry | undefined => (entry === null ? buttons[button] : buttons[button]?.entries?.[entry]);

export const put = (
  buttons: readonly WxMenuButton[],
  { button, entry }: Place,
  change: Partial<WxMenuEntry>,
): WxMenuButton[] =>
  buttons.map((one, each) => {
    if (each !== button) return one;
    if (entry === null) return { ...one, ...change };
    return {
      ...one,
      entries: (one.entries ?? []).map((below, no) => (no === entry ? { ...below, ...change } : below)),
    };
  });

export const add = (buttons: readonly WxMenuButton[], button: number | null): WxMenuButton[] =>
  button === null
    ? [...buttons, { name: '菜单名称' }]
    : buttons.map((one, each) =>
        each === button ? { name: one.name, entries: [...(one.entries ?? []), { name: '子菜单名称' }] } : one,
      );

export const without = (buttons: readonly WxMenuButton[], { button, entry }: Place): WxMenuButton[] =>
  entry === null
    ? buttons.filter((_, each) => each !== button)
    : buttons.map((one, each) => {
        if (each !== button) return one;
        const entries = (one.entries ?? []).filter((_, no) => no !== entry);
        return entries.length > 0 ? { ...one, entries } : { name: one.name };
      });

const swapped = <T>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list];
  const [moved] = next.splice(from, 1);
  if (moved !== undefined) next.splice(to, 0, moved);
  return next;
};
/** Moves an entry by one position. Returns the menu and the new position; null if impossible. */
export function moved(
  buttons: readonly WxMenuButton[],
  { button, entry }: Place,
  by: -1 | 1,
): { buttons: WxMenuButton[]; place: Place } | null {
  const list = entry === null ? buttons : (buttons[button]?.entries ?? []);
  const to = (entry ?? button) + by;
  if (to < 0 || to >= list.length) return null;
  if (entry === null) return { buttons: swapped(buttons, button, to), place: { button: to, entry: null } };
  return {
    buttons: buttons.map((one, each) =>
      each === button ? { ...one, entries: swapped(one.entries ?? [], entry, to) } : one,
    ),
    place: { button, entry: to },
  };
}

export const alike = (one: readonly WxMenuButton[] | null, other: readonly WxMenuButton[] | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
