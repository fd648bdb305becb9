// Templates for new pages. The platform adds more templates by publishing pages.
import * as z from 'zod/mini';
import { emptyDesign, writeDesign, type Design } from './design.ts';
import type { Link } from './link-target.ts';
import { kindOf, type Part, type PartType, type PropsOf } from './parts.ts';
import type { PageTemplate } from './views.ts';

export function newPart<T extends PartType>(
  type: T,
  id: string,
  props: Partial<PropsOf<T>> = {},
  slots: readonly (readonly Part[])[] = [],
): Part {
  const { schema, slots: wanted = 0 } = kindOf(type);
  const inner = Array.from({ length: wanted }, (_, at) => slots[at] ?? []);
  // The cast is safe: the values were parsed with the schema of this kind of part.
  return { id, type, props: z.parse(schema, props), slots: inner } as unknown as Part;
}

const to = (kind: Link['to'], id = '', name = ''): Link => ({ to: kind, id, name });
const design = (page: Partial<Design['page']>, parts: readonly Part[]): string =>
  writeDesign({ page: { ...emptyDesign.page, ...page }, parts });
const slide = { picture: null, title: '', note: '', background: '#13315C', textColour: '#FFFFFF', link: to('none') };
const entry = { sign: 'tag', picture: null, name: '', link: to('none') } as const;
const tabs: PropsOf<'tabBar'>['items'] = [
  { sign: 'home', name: '首页', link: to('top') },
  { sign: 'search', name: '找商品', link: to('search') },
];

const shopHome = design({ title: '店铺首页' }, [
  newPart('shopHead', 'head'),
  newPart('search', 'search', { placeholder: '搜索安全帽、灭火器' }),
  newPart('banner', 'banner', {
    slides: [{ ...slide, title: '灭火器年检，到店就办', note: '冬春火灾防控 · 集中受理' }],
  }),
  newPart('notice', 'notice', { text: '购买请致电店铺，工作日当天回复' }),
  newPart('grid', 'grid', {
    items: [
      { ...entry, sign: 'shield', name: '劳动防护', link: to('category', 'protection', '劳动防护') },
      { ...entry, sign: 'fire', name: '消防器材', link: to('category', 'fire', '消防器材') },
      { ...entry, sign: 'alert', name: '安全标识', link: to('category', 'sign', '安全标识') },
      { ...entry, sign: 'search', name: '全部商品', link: to('search') },
    ],
  }),
  newPart('title', 'title', { text: '店铺在售', more: '全部', link: to('search') }),
  newPart('goodsList', 'goods', { count: 6 }),
  newPart('contact', 'contact'),
  newPart('tabBar', 'tabs', { items: tabs }),
]);
const mallHome = design({ title: '安全用品商城' }, [
  newPart('search', 'search', { placeholder: '搜索全部店铺的商品' }),
  newPart('banner', 'banner', {
    slides: [
      { ...slide, title: '安全用品，就近采购', note: '经主管单位审核的店铺' },
      { ...slide, title: '冬春火灾防控', note: '灭火器、应急灯、自救呼吸器', background: '#7A1F1A' },
    ],
  }),
  newPart('goodsGroup', 'groups', {
    groups: [
      { name: '最新', category: '', count: 4 },
      { name: '劳动防护', category: 'protection', count: 4 },
      { name: '消防器材', category: 'fire', count: 4 },
    ],
  }),
  newPart('title', 'shopstitle', { text: '入驻店铺' }),
  newPart('shopList', 'shops'),
  newPart('tabBar', 'tabs', { items: tabs }),
]);
const campaign = design({ title: '活动页', background: '#FFF5F0' }, [
  newPart('banner', 'banner', {
    slides: [{ ...slide, title: '安全生产月', note: '防护用品集中采购', background: '#9A3412' }],
    ratio: 'middle',
  }),
  newPart('text', 'text', {
    text: '活动期间在店里购买防护用品，可以登记企业名称，店铺统一开票。',
    textColour: '#16202E',
  }),
  newPart('title', 'title', { text: '活动商品', textColour: '#16202E' }),
  newPart('goodsList', 'goods', { layout: 'one', count: 8 }),
  newPart('questions', 'questions', {
    items: [
      { question: '怎么参加？', answer: '直接致电或到店，说明企业名称。' },
      { question: '可以开票吗？', answer: '可以，请提供企业开票资料。' },
    ],
  }),
  newPart('button', 'button', { text: '找全部商品', link: to('search') }),
]);
const service = design({ title: '服务介绍' }, [
  newPart('shopHead', 'head'),
  newPart('title', 'title', { text: '我们的服务' }),
  newPart('columns', 'columns', {}, [
    [
      newPart('box', 'left', {}, [
        [
          newPart('title', 'lefttitle', { text: '检修' }),
          newPart('text', 'lefttext', { text: '灭火器检修充装，上门取送。', size: 'small' }),
        ],
      ]),
    ],
    [
      newPart('box', 'right', {}, [
        [
          newPart('title', 'righttitle', { text: '定制' }),
          newPart('text', 'righttext', { text: '告知牌、四色图按图制作。', size: 'small' }),
        ],
      ]),
    ],
  ]),
  newPart('questions', 'questions'),
  newPart('contact', 'contact'),
]);

export const ownTemplates: readonly Omit<PageTemplate, 'data'>[] = [
  { key: 'shopHome', name: '店铺首页', note: '店铺头、搜索、轮播、宫格、商品、联系方式', design: shopHome },
  { key: 'mallHome', name: '商城首页', note: '全部店铺的商品分组和店铺', design: mallHome },
  { key: 'campaign', name: '活动页', note: '一次活动的商品和常见问题', design: campaign },
  { key: 'service', name: '服务介绍', note: '服务项目分两栏，附常见问题和联系方式', design: service },
];
