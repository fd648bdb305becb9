// Only the home page of shops loads the call tables of shops and goods.
import { goodsCalls } from '@anlan/contract/modules/goods/calls';
import type { GoodsFilter } from '@anlan/contract/modules/goods/resource';
import { shopCalls } from '@anlan/contract/modules/shop/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const mall = api({ goods: goodsCalls.page, shop: shopCalls.get });
export const ownShop = (id: string) => callQuery(['shop', 'home', id], mall.shop, { id });
export const goodsCount = (filter: GoodsFilter) =>
  queryOptions({
    queryKey: ['goods', 'home', filter],
    queryFn: async ({ signal }) =>
      (await mall.goods({ page: 1, size: 1, sort: [], filter }, { signal, quiet: true })).total,
  });
