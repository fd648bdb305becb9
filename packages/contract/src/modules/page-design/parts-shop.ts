// Parts that show rows of other modules, and parts that lead about and hold others.
import {
  amount,
  category,
  choice,
  chosenGoods,
  chosenShops,
  colour,
  items,
  line,
  link,
  picture,
  toggle,
} from './field.ts';
import { part } from './part.ts';

/** Signs that entries of a page may bear. */
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
const sign = (initial: keyof typeof signs) => choice('图标', signs, initial);

/** 店铺头. */
export const shopHead = part({
  label: '店铺头',
  group: '店铺与商品',
  icon: 'home',
  version: 1,
  fields: {
    background: colour('背景', '#0B4F92'),
    textColour: colour('文字颜色', '#FFFFFF'),
    hours: toggle('显示营业时间', true),
    address: toggle('显示地址', true),
  },
  single: true,
});
/** 商品列表. */
export const goodsList = part({
  label: '商品列表',
  group: '店铺与商品',
  icon: 'folder',
  version: 1,
  fields: {
    source: choice('商品来源', { newest: '最新上架', category: '按分类', chosen: '手动选择' }, 'newest'),
    category: category('分类', { when: { field: 'source', is: ['category'] } }),
    goods: chosenGoods('商品', 30, { when: { field: 'source', is: ['chosen'] } }),
    count: amount('最多显示', 1, 30, 6, '件', { when: { field: 'source', is: ['newest', 'category'] } }),
    layout: choice('排列', { two: '一行两件', one: '一行一件', scroll: '横向滑动' }, 'two'),
    stock: toggle('显示有货、缺货', true),
  },
  empty: '还没有上架的商品',
});
/** 商品分组. */
export const goodsGroup = part({
  label: '商品分组',
  group: '店铺与商品',
  icon: 'list',
  version: 1,
  fields: {
    groups: items(
      '分组',
      '组',
      { name: line(10, '组名', '分组'), category: category('分类'), count: amount('最多显示', 1, 12, 4, '件') },
      { least: 1, most: 8, initial: [{ name: '全部' }] },
    ),
    stock: toggle('显示有货、缺货', true),
  },
  empty: '还没有上架的商品',
});
/** 店铺列表. */
export const shopList = part({
  label: '店铺列表',
  group: '店铺与商品',
  icon: 'place',
  version: 1,
  fields: {
    source: choice('店铺来源', { all: '全部营业店铺', chosen: '手动选择' }, 'all'),
    shops: chosenShops('店铺', 20, { when: { field: 'source', is: ['chosen'] } }),
    count: amount('最多显示', 1, 20, 6, '家', { when: { field: 'source', is: ['all'] } }),
  },
  empty: '还没有营业的店铺',
});
/** 公告: what the unit told everybody; on its own pages alone, where one of its people has put the part. */
export const announcements = part({
  label: '公告',
  group: '店铺与商品',
  icon: 'bell',
  version: 1,
  fields: { count: amount('最多显示', 1, 10, 3, '条') },
  empty: '还没有面向全体的公告',
});
/** 课程 of the unit. */
export const courses = part({
  label: '课程',
  group: '店铺与商品',
  icon: 'book',
  version: 1,
  fields: { count: amount('最多显示', 1, 10, 4, '门') },
  empty: '还没有课程',
});
/** 联系方式. */
export const contact = part({
  label: '联系方式',
  group: '店铺与商品',
  icon: 'phone',
  version: 1,
  fields: {
    source: choice('内容来源', { shop: '店铺资料', typed: '自己填写' }, 'shop'),
    phone: line(30, '电话', '', { when: { field: 'source', is: ['typed'] } }),
    address: line(100, '地址', '', { when: { field: 'source', is: ['typed'] } }),
    hours: line(40, '时间', '', { when: { field: 'source', is: ['typed'] } }),
  },
  empty: '没有联系方式',
});
/** 宫格菜单. */
export const grid = part({
  label: '宫格菜单',
  group: '导航与布局',
  icon: 'columns',
  version: 1,
  fields: {
    columns: choice('每行', { three: '3 个', four: '4 个', five: '5 个' }, 'four'),
    items: items(
      '入口',
      '个',
      { sign: sign('tag'), picture: picture('图片（可不传）'), name: line(6, '名称', '入口'), link: link('跳转') },
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
/** 公告栏: one line that is typed. */
export const notice = part({
  label: '公告栏',
  group: '导航与布局',
  icon: 'bell',
  version: 1,
  fields: {
    text: line(60, '文字', '在这里写一句要告诉大家的话'),
    background: colour('背景'),
    textColour: colour('文字颜色'),
    link: link('跳转'),
  },
});
/** 底部导航. */
export const tabBar = part({
  label: '底部导航',
  group: '导航与布局',
  icon: 'menu',
  version: 1,
  fields: {
    items: items(
      '入口',
      '个',
      { sign: sign('home'), name: line(5, '名称', '首页'), link: link('跳转') },
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
/** 悬浮按钮. */
export const floatButton = part({
  label: '悬浮按钮',
  group: '导航与布局',
  icon: 'chat',
  version: 1,
  fields: {
    sign: sign('chat'),
    name: line(10, '名称', '联系店家'),
    side: choice('位置', { right: '右下', left: '左下' }, 'right'),
    background: colour('背景', '#0B63BC'),
    textColour: colour('图标颜色', '#FFFFFF'),
    link: link('跳转'),
  },
  single: true,
});
/** 分栏: two columns of parts. */
export const columns = part({
  label: '分栏',
  group: '导航与布局',
  icon: 'columns',
  version: 1,
  fields: {
    split: choice('宽度', { even: '1 : 1', left: '2 : 1', right: '1 : 2' }, 'even'),
    gap: amount('间距', 0, 24, 8, 'px'),
  },
  slots: 2,
});
/** 分组框: parts on a common ground. */
export const box = part({
  label: '分组框',
  group: '导航与布局',
  icon: 'card',
  version: 1,
  fields: { background: colour('背景'), radius: amount('圆角', 0, 38, 8, 'px') },
  slots: 1,
});
