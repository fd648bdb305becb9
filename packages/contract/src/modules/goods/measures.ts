// Numbers of goods.
import { measuresOf } from '../../kit/measure.ts';
import { goodsShelf } from './resource.ts';

const page = '/mall/goods/index';

export const goodsMeasures = measuresOf('goods', {
  listed: {
    label: '已上架商品',
    unit: '件',
    definition: '店铺页面上能看到的商品数',
    page,
    rows: () => ({ shelf: goodsShelf.listed }),
    places: [`goods.page.total?shelf=${goodsShelf.listed}`],
  },
  delisted: {
    label: '未上架商品',
    unit: '件',
    definition: '只有本店能看到的商品数',
    page,
    rows: () => ({ shelf: goodsShelf.delisted }),
    places: [`goods.page.total?shelf=${goodsShelf.delisted}`],
  },
  all: {
    label: '全部商品',
    unit: '件',
    definition: '已上架和未上架的商品数合计',
    page,
    rows: () => ({}),
    places: ['goods.page.total'],
  },
});
