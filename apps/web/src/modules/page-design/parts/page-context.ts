// Provides the data and the file addresses of the page to the parts in the designer.
import type { Design } from '@anlan/contract/modules/page-design/design';
import { kindOf, walkParts } from '@anlan/contract/modules/page-design/parts';
import type { Drawing } from '@anlan/contract/modules/page-design/render/render-context';
import type { PageDesign } from '@anlan/contract/modules/page-design/resource';
import type { PageData } from '@anlan/contract/modules/page-design/views';
import { createContext, use } from 'react';
import { usePerson } from '#lib/current-user.ts';
import { tenantOf } from '#lib/tokens.ts';

/** Page data before the first load. */
export const noData: PageData = { unit: '', shop: null, parts: [], alive: [], files: [] };

interface PageInfo {
  readonly page: PageDesign;
  readonly data: PageData;
  readonly drawing: Drawing;
  /** Object URLs of files that were selected in this browser session. */
  readonly pictures: Map<string, string>;
  readonly mayEdit: boolean;
}
export const PageContext = createContext<PageInfo | null>(null);
export function usePage(): PageInfo {
  const context = use(PageContext);
  if (context === null) throw new Error('no page is around');
  return context;
}

export const ownTenant = (): string => tenantOf() ?? usePerson.getState().info?.sysUser.tenantId ?? '';

/** Rendering options for the designer and its templates. Links do not work there. */
export function drawingOf(data: PageData, file: Drawing['file']): Drawing {
  const byPart = new Map(data.parts.map(({ part, data: own }) => [part, own]));
  const none = {};
  return {
    unit: data.unit,
    shop: data.shop,
    dataOf: (part) => byPart.get(part) ?? none,
    href: () => null,
    file,
    search: { action: '', fields: {} },
    showsEmpty: true,
  };
}

export const drawingFor = (
  page: PageDesign,
  data: PageData,
  sign: string | undefined,
  pictures: ReadonlyMap<string, string>,
): Drawing =>
  drawingOf(
    data,
    (id) =>
      pictures.get(id) ??
      (sign === undefined ? '' : `/mall/page/file?tenantId=${ownTenant()}&id=${page.id}&file=${id}&sign=${sign}`),
  );

const asks = new Set(['goodsList', 'goodsGroup', 'shopList', 'announcements', 'courses']);
/**
 * Cache key for the page data. It contains every value of a design that affects this data: sources, links and files.
 */
export function dataKeyOf({ parts }: Design): string {
  const keyParts: unknown[] = [];
  for (const { id, type, props } of walkParts(parts)) {
    if (asks.has(type)) keyParts.push([id, props]);
    const { fields } = kindOf(type);
    for (const key of ['link', 'items', 'slides', 'zones', 'picture', 'video', 'cover'])
      if (key in fields) keyParts.push((props as Readonly<Record<string, unknown>>)[key]);
  }
  return JSON.stringify(keyParts);
}
