// Where something on a page leads: a closed list, so that no design leads out of the mall or runs anything (S40).

/** Kinds of targets with what people call them. */
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
/** A kind of target. */
export type LinkKind = keyof typeof linkKinds;

/** Where something leads. */
export interface Link {
  readonly to: LinkKind;
  /** Id of the page, goods or shop; code of the category; digits of the phone; words to search for. */
  readonly id: string;
  /** What the target is called, for the editor. */
  readonly name: string;
}

/** Leads nowhere. */
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

/** Whether a target is named as its kind asks. */
export const isLinkId = (to: LinkKind, id: string): boolean => shapes[to].test(id);
/** Whether a text is a kind of target. */
export const isLinkKind = (to: unknown): to is LinkKind => typeof to === 'string' && Object.hasOwn(linkKinds, to);
/** Whether a text is one of our ids. */
export const isUuid = (text: string): boolean => uuid.test(text);
