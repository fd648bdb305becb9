// Link targets come from a fixed list, so that no design can link outside the mall or run script (S40).

export const linkKinds = {
  none: '不跳转',
  page: '页面',
  goods: '商品',
  shop: '店铺',
  category: '商品分类',
  search: '搜索商品',
  phone: '拨打电话',
  top: '回到顶部',
} as const;
export type LinkKind = keyof typeof linkKinds;

export interface Link {
  readonly to: LinkKind;
  /** Target of the link: id of a page, goods or shop; category code; phone number in digits; or search text. */
  readonly id: string;
  readonly name: string;
}

export const noLink: Link = { to: 'none', id: '', name: '' };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const shapes: Readonly<Record<LinkKind, RegExp>> = {
  none: /^$/,
  page: uuid,
  goods: uuid,
  shop: uuid,
  category: /^[A-Za-z0-9]{1,32}$/,
  search: /^.{0,30}$/,
  phone: /^\+?[\d-]{3,20}$/,
  top: /^$/,
};

/** Whether the id has the format that this kind of link requires. */
export const isLinkId = (to: LinkKind, id: string): boolean => shapes[to].test(id);
export const isLinkKind = (to: unknown): to is LinkKind => typeof to === 'string' && Object.hasOwn(linkKinds, to);
export const isUuid = (text: string): boolean => uuid.test(text);
