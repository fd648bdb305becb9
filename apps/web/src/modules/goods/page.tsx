import { goodsCalls } from '@anlan/contract/modules/goods/calls';
import { goods } from '@anlan/contract/modules/goods/resource';
import { toggle } from '#kit/actions.ts';
import { one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { usePerson } from '#lib/current-user.ts';
import { tenantOf } from '#lib/tokens.ts';
import { page } from './index.ts';

function show(id: string) {
  const tenantId = tenantOf() ?? usePerson.getState().info?.sysUser.tenantId ?? '';
  window.open(`/mall/goods/show?tenantId=${tenantId}&id=${id}`, '_blank', 'noopener');
}

export const Screen = resourcePage(goods, goodsCalls, {
  ...page,
  columns: [
    title({ width: 240 }),
    tag('shelf', { width: 90 }),
    one('priceFen', { width: 110 }),
    one('stock', { width: 90 }),
    one('category', { width: 120 }),
    one('shopId', { width: 180 }),
  ],
  filters: ['shelf', 'category', 'shopId'],
  form: {
    rows: ['shopId', ['name', 'category'], ['priceFen', 'unit'], ['spec', 'stock'], 'pictures', 'detail', 'shelf'],
  },
  actions: (row, { edit, remove }) => [
    ...edit,
    ...toggle(row, 'shelf', ['listed', 'delisted'], { listed: '上架', delisted: '下架' }),
    ...(row.shelf === 'listed' ? [{ key: 'show', label: '商品页', run: () => show(row.id) }] : []),
    ...remove,
  ],
  empty: '还没有商品。新增后上架，就会显示在店铺页面里。',
});
