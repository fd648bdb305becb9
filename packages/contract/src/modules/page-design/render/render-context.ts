// Context of the renderers of parts, and small views that they share.
import type { Link } from '../link-target.ts';
import type { signs } from '../parts-shop.ts';
import type { GoodsCard, PartData, ShopCard } from '../views.ts';
import { element, type Style, type View } from './view.ts';

export interface Drawing {
  readonly unit: string;
  readonly shop: ShopCard | null;
  readonly dataOf: (part: string) => PartData;
  /** Returns the address of a link, or null if the link has no target. */
  readonly href: (link: Link) => string | null;
  readonly file: (id: string) => string;
  /** Address and hidden fields of the search form. */
  readonly search: { readonly action: string; readonly fields: Readonly<Record<string, string>> };
  /** Whether parts without data show a placeholder. True in the designer; public pages show nothing. */
  readonly showsEmpty: boolean;
}

const iconPaths: Readonly<Record<keyof typeof signs, string>> = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  tag: 'M4 4h8l8 8-8 8-8-8z M8 8h.01',
  cart: 'M5 8h14l-1 12H6z M9 8a3 3 0 0 1 6 0',
  shield: 'M12 3l8 3v6c0 5-3.4 8-8 9-4.6-1-8-4-8-9V6z M8.5 12l2.5 2.5 4.5-5',
  hand: 'M7 12V6.5a1.5 1.5 0 0 1 3 0V4.500a1.5 1.5 0 0 1 3 0v1a1.5 1.5 0 0 1 3 0v2a1.5 1.5 0 0 1 3 0V14c0 4-2.5 7-6.5 7S7 18.5 4.5 14.500c-.8-1.5 1.3-2.7 2.5-1z',
  alert: 'M12 4 21 20H3z M12 10v4 M12 17v.01',
  fire: 'M12 3c1 4 5 5.5 5 10.500a5 5 0 0 1-10 0c0-2 1-3.5 2-4.5 0 2 1 3 2 3 0-4-1-6 1-9z',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8z M12 3v2 M12 19v2 M3 12h2 M19 12h2 M5.6 5.6 7 7 M17 17l1.4 1.4 M5.6 18.4 7 17 M17 7l1.4-1.4',
  book: 'M12 6C10 4.5 7 4 4 4.200V18c3-.2 6 .3 8 1.8 2-1.5 5-2 8-1.800V4.200C17 4 14 4.5 12 6z M12 6v13.5',
  phone: 'M6 4h4l1.5 4.500L9 10.500a10 10 0 0 0 4.5 4.500l2-2.500L20 14v4c0 1-1 2-2 2C11 20 4 13 4 6c0-1 1-2 2-2z',
  chat: 'M4 5h16v11H11l-4 4v-4H4z',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.500h-15z M10 21h4',
  place: 'M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11z M12 7.500a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z M15.5 15.5 20 20',
};
/** Renders a decorative icon. Screen readers read the text beside it. */
export const iconElement = (name: keyof typeof signs): View =>
  element(
    'svg',
    {
      class: 'sign',
      viewBox: '0 0 24 24',
      width: 24,
      height: 24,
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': '1.6',
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
    },
    element('path', { d: iconPaths[name] }),
  );

/** Renders content inside a link; if the link has no target, only the content. */
export function linkElement(
  link: Link,
  { href }: Drawing,
  attributes: { class?: string; 'aria-label'?: string; style?: Style },
  ...inside: readonly (View | readonly View[])[]
): View {
  const to = href(link);
  if (to !== null) return element('a', { ...attributes, href: to }, ...inside);
  const { 'aria-label': label, ...rest } = attributes;
  return element('div', label === undefined ? rest : { ...rest, role: 'group', 'aria-label': label }, ...inside);
}

/** Renders a placeholder text in the designer, and nothing on public pages. */
export const emptyPlaceholder = ({ showsEmpty }: Drawing, word: string): View =>
  showsEmpty ? element('p', { class: 'none' }, word) : null;

/** Formats fen as yuan. */
export const formatYuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

export function goodsView(
  { id, name, priceFen, unit, spec, stock, picture }: GoodsCard,
  drawing: Drawing,
  showsStock: boolean,
): View {
  return element(
    'li',
    {},
    linkElement(
      { to: 'goods', id, name },
      drawing,
      { class: 'goods' },
      picture === null
        ? element('span', { class: 'goods-none' })
        : element('img', { src: picture, alt: '', width: 170, height: 120, loading: 'lazy', decoding: 'async' }),
      element(
        'span',
        { class: 'goods-words' },
        element('b', {}, name),
        spec === null ? null : element('small', {}, spec),
        element(
          'span',
          { class: 'goods-price' },
          element('em', {}, formatYuan(priceFen)),
          element('small', {}, `/ ${unit}`),
          showsStock ? element('small', { class: 'goods-stock' }, stock > 0 ? '有货' : '缺货') : null,
        ),
      ),
    ),
  );
}
