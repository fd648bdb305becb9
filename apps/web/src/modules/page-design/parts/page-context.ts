// What the parts of the designer know of the page: what it shows, where its files are read.
import type { Design } from '@anlan/contract/modules/page-design/design';
import { kindOf, walk } from '@anlan/contract/modules/page-design/parts';
import type { Drawing } from '@anlan/contract/modules/page-design/render/drawn';
import type { PageDesign } from '@anlan/contract/modules/page-design/resource';
import type { PageData } from '@anlan/contract/modules/page-design/views';
import { createContext, use } from 'react';
import { usePerson } from '#lib/person.ts';
import { tenantOf } from '#lib/tokens.ts';

/** What a page shows before it was asked. */
export const noData: PageData = { unit: '', shop: null, parts: [], alive: [], files: [] };

interface Known {
  readonly page: PageDesign;
  readonly data: PageData;
  readonly drawing: Drawing;
  /** Files that were just chosen, as this browser holds them. */
  readonly pictures: Map<string, string>;
  readonly mayEdit: boolean;
}
/** What is known of the page. */
export const PageContext = createContext<Known | null>(null);
/** What is known of the page. */
export function usePage(): Known {
  const known = use(PageContext);
  if (known === null) throw new Error('no page is around');
  return known;
}

/** The unit of the person who is signed in. */
export const ownTenant = (): string => tenantOf() ?? usePerson.getState().info?.sysUser.tenantId ?? '';

/** What drawing the page needs; nothing on the canvas leads anywhere. */
export function drawingFor(
  page: PageDesign,
  data: PageData,
  sign: string | undefined,
  pictures: ReadonlyMap<string, string>,
): Drawing {
  const byPart = new Map(data.parts.map(({ part, data: own }) => [part, own]));
  const none = {};
  return {
    unit: data.unit,
    shop: data.shop,
    dataOf: (part) => byPart.get(part) ?? none,
    href: () => null,
    file: (id) =>
      pictures.get(id) ??
      (sign === undefined ? '' : `/mall/page/file?tenantId=${ownTenant()}&id=${page.id}&file=${id}&sign=${sign}`),
    search: { action: '', fields: {} },
    tellsEmpty: true,
  };
}

const asks = new Set(['goodsList', 'goodsGroup', 'shopList', 'announcements', 'courses']);
/** What of a design decides what it is asked to show: its sources, links and files. */
export function askedBy({ parts }: Design): string {
  const said: unknown[] = [];
  for (const { id, type, props } of walk(parts)) {
    if (asks.has(type)) said.push([id, props]);
    const { fields } = kindOf(type);
    for (const key of ['link', 'items', 'slides', 'zones', 'picture', 'video', 'cover'])
      if (key in fields) said.push((props as Readonly<Record<string, unknown>>)[key]);
  }
  return JSON.stringify(said);
}
