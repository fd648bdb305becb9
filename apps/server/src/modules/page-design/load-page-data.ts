// Loads the rows that the parts of a page show. Only public rows are read; parts with equal filters share one query.
import { listFileIds, type Design } from '@anlan/contract/modules/page-design/design';
import { kindOf, walkParts, type Part } from '@anlan/contract/modules/page-design/parts';
import { listPageValues } from '@anlan/contract/modules/page-design/field';
import {
  targetKey,
  type GoodsCard,
  type PageData,
  type PartData,
  type ShopCard,
} from '@anlan/contract/modules/page-design/views';
import type { Tx } from '#platform/db/index.ts';
import type { ShownFilter, ShownGoods } from '../goods/index.ts';
import type { ShownShop } from '../shop/index.ts';
import { filesOfPage, livePages, ofUnit } from './page-store.ts';

export interface Sources {
  goods(tx: Tx, filter: ShownFilter): Promise<ShownGoods[]>;
  shops(tx: Tx, filter: { ids?: readonly string[]; limit: number }): Promise<ShownShop[]>;
  announcements(tx: Tx, now: Date, limit: number): Promise<{ title: string; at: Date }[]>;
  courses(tx: Tx, limit: number): Promise<{ title: string; lessons: number; seconds: number }[]>;
}

const goodsPicture = (tenantId: string, goods: string, file: string) =>
  `/mall/goods/picture?tenantId=${tenantId}&id=${goods}&file=${file}`;

export const cardOf =
  (tenantId: string) =>
  ({ id, name, priceFen, unit, spec, stock, pictures, shopName }: ShownGoods): GoodsCard => ({
    id,
    name,
    priceFen,
    unit,
    spec,
    stock,
    picture: pictures[0] ? goodsPicture(tenantId, id, pictures[0].id) : null,
    shopName,
  });
export const shopCardOf = ({ id, name, serviceLine, address, openHours, intro }: ShownShop): ShopCard => ({
  id,
  name,
  serviceLine,
  address,
  openHours,
  intro,
});

function targetsOf(design: Design): Record<'page' | 'goods' | 'shop', string[]> {
  const targets = { page: new Set<string>(), goods: new Set<string>(), shop: new Set<string>() };
  for (const { type, props } of walkParts(design.parts))
    for (const { kind, value } of listPageValues(kindOf(type).fields, props))
      if (kind === 'link' && (value.to === 'page' || value.to === 'goods' || value.to === 'shop'))
        targets[value.to].add(value.id);
  return { page: [...targets.page], goods: [...targets.goods], shop: [...targets.shop] };
}

export async function gather(
  tx: Tx,
  sources: Sources,
  { design, shopId, unit, now }: { design: Design; shopId: string; unit: string; now: Date },
): Promise<PageData> {
  const { tenantId } = tx.scope;
  const own = shopId === ofUnit ? undefined : shopId;
  const pendingReads = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const pendingRead = pendingReads.get(key) ?? read();
    pendingReads.set(key, pendingRead);
    // The cast is safe: this function loaded the value under the same key.
    return pendingRead as Promise<T>;
  };
  const goods = async (filter: Omit<ShownFilter, 'shopId'>): Promise<GoodsCard[]> => {
    const whole: ShownFilter = { ...filter, shopId: own };
    return (await once(`goods ${JSON.stringify(whole)}`, () => sources.goods(tx, whole))).map(cardOf(tenantId));
  };
  const inOrder = <T extends { id: string }>(rows: readonly T[], named: readonly { id: string }[]): T[] =>
    named.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);

  async function dataOf(part: Part): Promise<PartData | null> {
    switch (part.type) {
      case 'goodsList': {
        const { source, category, goods: named, count } = part.props;
        if (source === 'chosen')
          return { goods: [inOrder(await goods({ ids: named.map(({ id }) => id), limit: 30 }), named)] };
        const of = source === 'category' && category !== '' ? category : undefined;
        return { goods: [await goods({ category: of, limit: count })] };
      }
      case 'goodsGroup': {
        const groups: GoodsCard[][] = [];
        for (const { category, count } of part.props.groups)
          groups.push(await goods({ category: category === '' ? undefined : category, limit: count }));
        return { goods: groups };
      }
      case 'shopList': {
        const { source, shops: named, count } = part.props;
        const ids = source === 'chosen' ? named.map(({ id }) => id) : undefined;
        const filter = { ...(ids === undefined ? {} : { ids }), limit: ids === undefined ? count : 20 };
        const rows = await once(`shops ${JSON.stringify(filter)}`, () => sources.shops(tx, filter));
        return { shops: (ids === undefined ? rows : inOrder(rows, named)).map(shopCardOf) };
      }
      case 'announcements': {
        // Announcements of the unit do not appear on a shop page.
        if (own !== undefined) return { announcements: [] };
        const { count } = part.props;
        return { announcements: await once(`told ${count}`, () => sources.announcements(tx, now, count)) };
      }
      case 'courses': {
        if (own !== undefined) return { courses: [] };
        const { count } = part.props;
        return { courses: await once(`courses ${count}`, () => sources.courses(tx, count)) };
      }
      default:
        return null;
    }
  }

  const parts: PageData['parts'] = [];
  for (const part of walkParts(design.parts)) {
    const data = await dataOf(part);
    if (data) parts.push({ part: part.id, data });
  }
  const targets = targetsOf(design);
  const alive: string[] = [];
  const isAlive = (to: 'page' | 'goods' | 'shop', rows: readonly { id: string }[]) =>
    alive.push(...rows.map(({ id }) => targetKey({ to, id })));
  if (targets.page.length > 0) isAlive('page', await livePages(tx, { ids: targets.page }, now));
  if (targets.goods.length > 0)
    isAlive('goods', await sources.goods(tx, { ids: targets.goods, limit: targets.goods.length }));
  if (targets.shop.length > 0)
    isAlive('shop', await sources.shops(tx, { ids: targets.shop, limit: targets.shop.length }));
  const [shop] = own === undefined ? [] : await sources.shops(tx, { ids: [own], limit: 1 });
  const { pictures, videos } = listFileIds(design);
  const named = [...pictures, ...videos];
  const files = named.length === 0 ? [] : await filesOfPage(tx, { ids: named });
  return {
    unit,
    shop: shop ? shopCardOf(shop) : null,
    parts,
    alive,
    files: files.map(({ id, sizeBytes }) => ({ id, sizeBytes })),
  };
}
