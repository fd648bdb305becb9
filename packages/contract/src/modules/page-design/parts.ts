// All kinds of parts by name, and what a part of a design is.
import type { ListItem } from '../../kit/list.ts';
import type { PartKind } from './part.ts';
import * as basic from './parts-basic.ts';
import * as shop from './parts-shop.ts';

/** Every kind of part; the order in which they are offered. */
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

/** Name of a kind of part. */
export type PartType = keyof typeof partKinds;
/** What a part of a kind holds. */
export type PropsOf<T extends PartType> = ListItem<(typeof partKinds)[T]['fields']>;
/** A part of a design. */
export type Part<T extends PartType = PartType> = {
  [K in T]: {
    /** Names it inside its design. */
    readonly id: string;
    readonly type: K;
    readonly props: PropsOf<K>;
    /** Parts that it holds, list by list. */
    readonly slots: readonly (readonly Part[])[];
  };
}[T];

/** The names of all kinds, in their order. */
export const partTypes = Object.keys(partKinds) as readonly PartType[];
/** Whether a text names a kind. */
export const isPartType = (type: unknown): type is PartType =>
  typeof type === 'string' && Object.hasOwn(partKinds, type);
/** A kind of part, as code that goes over all of them sees it. */
export const kindOf = (type: PartType): PartKind => partKinds[type];

/** Every part of a list, those inside others too, with the list and place where it stands. */
export function* walk(parts: readonly Part[]): Generator<Part> {
  for (const part of parts) {
    yield part;
    for (const slot of part.slots) yield* walk(slot);
  }
}
