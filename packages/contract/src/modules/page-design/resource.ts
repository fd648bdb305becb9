import { boolean, instant, integer, oneOf, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

/** A page of the mall (页面), of one shop or of the unit. The design is stored separately. */
export const pageDesign = resource('pageDesign', {
  label: '页面',
  counter: '个',
  title: 'name',
  class: 'tenant',
  permits: 'mall:pagedevise',
  fields: {
    shopId: ref('shop', '店铺').immutable().filter().help('不选择时为本单位的商城页面'),
    name: text(40, '页面名称').required().search('pinyin').sortable().example('如 店铺首页'),
    isHome: boolean('设为首页').default(true).help('一家店铺、一个单位的首页只有一个：最近设为首页的那一个'),
    status: oneOf(['enabled', 'disabled'], '状态').default('enabled').dictionary('enableStatus').filter('many'),
    /** Edition that is published; 0 if none is. */
    edition: integer('线上版本').computed().default(0),
    shownSince: instant('上线时间').computed(),
    /** Time at which the next edition will be published; null if none is scheduled. */
    dueAt: instant('定时发布').computed(),
  },
});
export type PageDesign = Row<typeof pageDesign>;
