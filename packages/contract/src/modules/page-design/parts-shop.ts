// Parts that show rows of other modules, navigation parts, and containers.
import { boolean, choice, integer, text } from '../../kit/field.ts';
import { category, goodsSelection, shopsSelection, colour, items, link, picture } from './field.ts';
import { part } from './part.ts';

export const signs = {
  home: '首页',
  tag: '标签',
  cart: '商品',
  shield: '防护',
  hand: '手部',
  alert: '警示',
  fire: '消防',
  sun: '照明',
  book: '学习',
  phone: '电话',
  chat: '联系',
  bell: '公告',
  place: '地址',
  search: '搜索',
} as const;
const sign = (initial: keyof typeof signs) => choice(signs, '图标').default(initial);

export const shopHead = part({
  label: '店铺头',
  group: '店铺与商品',
  icon: 'home',
  version: 1,
  fields: {
    background: colour('背景', '#0B4F92'),
    textColour: colour('文字颜色', '#FFFFFF'),
    hours: boolean('显示营业时间').default(true),
    address: boolean('显示地址').default(true),
  },
  single: true,
});
export const goodsList = part({
  label: '商品列表',
  group: '店铺与商品',
  icon: 'folder',
  version: 1,
  fields: {
    source: choice({ newest: '最新上架', category: '按分类', chosen: '手动选择' }, '商品来源').default('newest'),
    category: category('分类').when('source', ['category']),
    goods: goodsSelection('商品').when('source', ['chosen']),
    count: integer('最多显示', { min: 1, max: 30, unit: '件' }).default(6).when('source', ['newest', 'category']),
    layout: choice({ two: '一行两件', one: '一行一件', scroll: '横向滑动' }, '排列').default('two'),
    stock: boolean('显示有货、缺货').default(true),
  },
  empty: '还没有上架的商品',
});
export const goodsGroup = part({
  label: '商品分组',
  group: '店铺与商品',
  icon: 'list',
  version: 1,
  fields: {
    groups: items(
      '分组',
      '组',
      {
        name: text(10, '组名').default('分组'),
        category: category('分类'),
        count: integer('最多显示', { min: 1, max: 12, unit: '件' }).default(4),
      },
      { least: 1, most: 8, initial: [{ name: '全部' }] },
    ),
    stock: boolean('显示有货、缺货').default(true),
  },
  empty: '还没有上架的商品',
});
export const shopList = part({
  label: '店铺列表',
  group: '店铺与商品',
  icon: 'place',
  version: 1,
  fields: {
    source: choice({ all: '全部营业店铺', chosen: '手动选择' }, '店铺来源').default('all'),
    shops: shopsSelection('店铺').when('source', ['chosen']),
    count: integer('最多显示', { min: 1, max: 20, unit: '家' }).default(6).when('source', ['all']),
  },
  empty: '还没有营业的店铺',
});
/**
 * The unit's announcements (公告) that everybody may read. Only the unit's staff can use the part, on the unit's own
 * pages.
 */
export const announcements = part({
  label: '公告',
  group: '店铺与商品',
  icon: 'bell',
  version: 1,
  fields: { count: integer('最多显示', { min: 1, max: 10, unit: '条' }).default(3) },
  empty: '还没有面向全体的公告',
});
export const courses = part({
  label: '课程',
  group: '店铺与商品',
  icon: 'book',
  version: 1,
  fields: { count: integer('最多显示', { min: 1, max: 10, unit: '门' }).default(4) },
  empty: '还没有课程',
});
export const contact = part({
  label: '联系方式',
  group: '店铺与商品',
  icon: 'phone',
  version: 1,
  fields: {
    source: choice({ shop: '店铺资料', typed: '自己填写' }, '内容来源').default('shop'),
    phone: text(30, '电话').default('').when('source', ['typed']),
    address: text(100, '地址').default('').when('source', ['typed']),
    hours: text(40, '时间').default('').when('source', ['typed']),
  },
  empty: '没有联系方式',
});
export const grid = part({
  label: '宫格菜单',
  group: '导航与布局',
  icon: 'columns',
  version: 1,
  fields: {
    columns: choice({ three: '3 个', four: '4 个', five: '5 个' }, '每行').default('four'),
    items: items(
      '入口',
      '个',
      {
        sign: sign('tag'),
        picture: picture('图片（可不传）'),
        name: text(6, '名称').default('入口'),
        link: link('跳转'),
      },
      {
        least: 1,
        most: 20,
        initial: [
          { sign: 'shield', name: '头部防护' },
          { sign: 'hand', name: '手部防护' },
          { sign: 'fire', name: '消防器材' },
          { sign: 'sun', name: '应急照明' },
        ],
      },
    ),
    textColour: colour('文字颜色'),
    background: colour('背景'),
  },
});
export const notice = part({
  label: '公告栏',
  group: '导航与布局',
  icon: 'bell',
  version: 1,
  fields: {
    text: text(60, '文字').default('在这里写一句要告诉大家的话'),
    background: colour('背景'),
    textColour: colour('文字颜色'),
    link: link('跳转'),
  },
});
export const tabBar = part({
  label: '底部导航',
  group: '导航与布局',
  icon: 'menu',
  version: 1,
  fields: {
    items: items(
      '入口',
      '个',
      { sign: sign('home'), name: text(5, '名称').default('首页'), link: link('跳转') },
      {
        least: 2,
        most: 5,
        initial: [
          { sign: 'home', name: '首页', link: { to: 'top', id: '', name: '' } },
          { sign: 'search', name: '找商品', link: { to: 'search', id: '', name: '' } },
        ],
      },
    ),
    textColour: colour('文字颜色'),
    background: colour('背景'),
  },
  single: true,
});
export const floatButton = part({
  label: '悬浮按钮',
  group: '导航与布局',
  icon: 'chat',
  version: 1,
  fields: {
    sign: sign('chat'),
    name: text(10, '名称').default('联系店家'),
    side: choice({ right: '右下', left: '左下' }, '位置').default('right'),
    background: colour('背景', '#0B63BC'),
    textColour: colour('图标颜色', '#FFFFFF'),
    link: link('跳转'),
  },
  single: true,
});
export const columns = part({
  label: '分栏',
  group: '导航与布局',
  icon: 'columns',
  version: 1,
  fields: {
    split: choice({ even: '1 : 1', left: '2 : 1', right: '1 : 2' }, '宽度').default('even'),
    gap: integer('间距', { max: 24, unit: 'px' }).default(8),
  },
  slots: 2,
});
export const box = part({
  label: '分组框',
  group: '导航与布局',
  icon: 'card',
  version: 1,
  fields: { background: colour('背景'), radius: integer('圆角', { max: 38, unit: 'px' }).default(8) },
  slots: 1,
});
