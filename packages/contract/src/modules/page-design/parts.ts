// All kinds of parts by name, and the type of a part.
import type { ListItem } from '../../kit/nested-fields.ts';
import type { PartKind } from './part.ts';
import * as basic from './parts-basic.ts';
import * as shop from './parts-shop.ts';

/** All kinds of parts by name, in display order. */
export const partKinds = {
  search: basic.search,
  banner: basic.banner,
  image: basic.image,
  hotZones: basic.hotZones,
  title: basic.title,
  text: basic.textPart,
  richText: basic.richText,
  film: basic.film,
  questions: basic.questions,
  divider: basic.divider,
  spacer: basic.spacer,
  shopHead: shop.shopHead,
  goodsList: shop.goodsList,
  goodsGroup: shop.goodsGroup,
  shopList: shop.shopList,
  announcements: shop.announcements,
  courses: shop.courses,
  contact: shop.contact,
  grid: shop.grid,
  notice: shop.notice,
  tabBar: shop.tabBar,
  floatButton: shop.floatButton,
  button: basic.button,
  columns: shop.columns,
  box: shop.box,
} as const;

export type PartType = keyof typeof partKinds;
export type PropsOf<T extends PartType> = ListItem<(typeof partKinds)[T]['fields']>;
export type Part<T extends PartType = PartType> = {
  [K in T]: {
    /** Id of the part, unique within its design. */
    readonly id: string;
    readonly type: K;
    readonly props: PropsOf<K>;
    /** Child parts, one list per slot. */
    readonly slots: readonly (readonly Part[])[];
  };
}[T];

export const partTypes = Object.keys(partKinds) as readonly PartType[];
export const isPartType = (type: unknown): type is PartType =>
  typeof type === 'string' && Object.hasOwn(partKinds, type);
/** Returns the kind of a part with general types, for code that handles all kinds. */
export const kindOf = (type: PartType): PartKind => partKinds[type];

/** Yields all parts of a design, including nested ones. */
export function* walkParts(parts: readonly Part[]): Generator<Part> {
  for (const part of parts) {
    yield part;
    for (const slot of part.slots) yield* walkParts(slot);
  }
}
