// Renders a public page: complete markup that contains one style sheet and one small script.
import { createHash } from 'node:crypto';
import type { Design } from '@anlan/contract/modules/page-design/design';
import type { Link } from '@anlan/contract/modules/page-design/link-target';
import { drawPage } from '@anlan/contract/modules/page-design/render/draw';
import type { Drawing } from '@anlan/contract/modules/page-design/render/render-context';
import { goodsView } from '@anlan/contract/modules/page-design/render/render-context';
import { pageScript, pageSheet } from '@anlan/contract/modules/page-design/render/style-sheet';
import { element, escapeHtml, renderMarkup, type View } from '@anlan/contract/modules/page-design/render/view';
import type { GoodsCard, PageData, ShopCard } from '@anlan/contract/modules/page-design/views';
import { cleanTextWithoutLinks } from '#platform/richtext/index.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** Content security policy of a public page: it may load only its own content and files from this server. */
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(pageScript)}`,
  `style-src-elem ${hashOf(pageSheet)}`,
  "style-src-attr 'unsafe-inline'",
  "img-src 'self'",
  "media-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

export interface SentPage {
  type: string;
  body: Uint8Array;
  page: { policy: string; etag: string; status: 200 | 404 };
}
export interface Place {
  tenantId: string;
  shopId: string | null;
  pageId: string | null;
  sign?: string | undefined;
}

const query = (fields: Readonly<Record<string, string | null | undefined>>) =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []))
    .join('&');

function addressOf({ tenantId, shopId }: Pick<Place, 'tenantId' | 'shopId'>, { to, id }: Link): string | null {
  switch (to) {
    case 'none':
      return null;
    case 'page':
      return `/mall/page?${query({ tenantId, id })}`;
    case 'shop':
      return `/mall/page?${query({ tenantId, shopId: id })}`;
    case 'goods':
      return `/mall/goods/show?${query({ tenantId, id })}`;
    case 'category':
      return `/mall/page/goods?${query({ tenantId, shopId, category: id })}`;
    case 'search':
      return `/mall/page/goods?${query({ tenantId, shopId, q: id })}`;
    case 'phone':
      return `tel:${id}`;
    case 'top':
      return '#top';
  }
}

function drawingOf(place: Place, data: Pick<PageData, 'unit' | 'shop' | 'parts'>): Drawing {
  const { tenantId, shopId, pageId, sign } = place;
  const byPart = new Map(data.parts.map(({ part, data: own }) => [part, own]));
  return {
    unit: data.unit,
    shop: data.shop,
    dataOf: (part) => byPart.get(part) ?? {},
    href: (link) => addressOf(place, link),
    file: (file) => `/mall/page/file?${query({ tenantId, id: pageId, file, sign })}`,
    search: { action: '/mall/page/goods', fields: { tenantId, ...(shopId === null ? {} : { shopId }) } },
    showsEmpty: false,
  };
}

function whole(title: string, description: string, view: View, status: 200 | 404 = 200): SentPage {
  const text =
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">` +
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>` +
    (description === '' ? '' : `<meta name="description" content="${escapeHtml(description)}">`) +
    `<style>${pageSheet}</style></head><body>${renderMarkup(view, cleanTextWithoutLinks)}<script>${pageScript}</script></body></html>`;
  const body = Buffer.from(text);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  return { type: 'text/html; charset=utf-8', body, page: { policy, etag, status } };
}

export function pageOf(place: Place, design: Design, data: PageData): SentPage {
  const { title, description } = design.page;
  const owner = data.shop?.name ?? data.unit;
  return whole(title === '' ? owner : `${title} - ${owner}`, description, drawPage(design, drawingOf(place, data)));
}

export const missingPage = (): SentPage =>
  whole(
    '没有找到页面',
    '',
    element(
      'main',
      { class: 'pd' },
      element(
        'div',
        { class: 'part' },
        element('h1', {}, '没有找到页面'),
        element('p', {}, '链接可能已过期，页面可能已下线。请向发给您链接的人核对。'),
      ),
    ),
    404,
  );

export function foundPage(
  place: Place,
  {
    q,
    goods,
    shop,
    unit,
    heading,
  }: { q: string; heading: string; goods: readonly GoodsCard[]; shop: ShopCard | null; unit: string },
): SentPage {
  const drawing = drawingOf(place, { unit, shop, parts: [] });
  const { action, fields } = drawing.search;
  const home =
    place.shopId === null
      ? `/mall/page?${query({ tenantId: place.tenantId })}`
      : addressOf(place, { to: 'shop', id: place.shopId, name: '' });
  return whole(
    `${heading} - ${shop?.name ?? unit}`,
    '',
    element(
      'main',
      { class: 'pd', id: 'top' },
      element(
        'form',
        { class: 'search', action, method: 'get', role: 'search', style: { background: '#0B4F92' } },
        Object.entries(fields).map(([name, value]) => element('input', { type: 'hidden', name, value })),
        element(
          'label',
          { style: { background: '#FFFFFF', color: '#5C687C', 'border-radius': '38px', '--place': '#5C687C' } },
          element('input', {
            type: 'search',
            name: 'q',
            maxlength: 30,
            value: q,
            placeholder: '搜索商品',
            'aria-label': '搜索商品',
          }),
        ),
      ),
      element(
        'div',
        { class: 'part' },
        element(
          'div',
          { class: 'title' },
          element('h1', { class: 'found' }, heading),
          element('a', { class: 'title-more', href: home ?? '#top' }, '返回首页'),
        ),
      ),
      element(
        'div',
        { class: 'part' },
        goods.length === 0
          ? element('p', { class: 'none' }, '没有找到商品，换个词试试')
          : element(
              'ul',
              { class: 'goods-list two', 'aria-label': '商品' },
              goods.map((one) => goodsView(one, drawing, true)),
            ),
      ),
    ),
  );
}
