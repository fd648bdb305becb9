import { id } from '../../domain/fields.ts';
import { code, files, integer, money, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Filter, type Row } from '../../kit/resource.ts';

export const goodsShelf = { delisted: '0', listed: '1' } as const;

/** Goods (商品), shown with the contact of the shop. Nobody can buy in the mall. */
export const goods = resource('goods', {
  label: '商品',
  counter: '件',
  title: 'name',
  subtitle: 'spec',
  class: 'tenant',
  permits: 'mall:goods',
  fields: {
    shelf: oneOf(goodsShelf, '上架状态').short('状态').default('delisted').dictionary('goodsShelf').filter('many'),
    shopId: ref('shop', '店铺').own().immutable().filter(),
    category: code('goodsCategory', '分类').required().filter('many'),
    name: text(60, '商品名称').required().search('pinyin').sortable().example('如 ABS 安全帽'),
    spec: text(60, '规格').example('如 白色 / 带缓冲内衬'),
    /** Price in fen. */
    priceFen: money('价格').required().sortable(),
    unit: text(8, '单位').default('件'),
    stock: integer('库存', { max: 1_000_000 }).required().sortable(),
    pictures: files('商品图片', { purpose: 'photo', least: 1, most: 9 }).required(),
    detail: prose(2_000, '商品说明'),
  },
  filters: {
    id,
  },
});
export type Goods = Row<typeof goods>;
export type GoodsFilter = Filter<typeof goods>;
