import * as z from 'zod/mini';
import { filled, id } from '../../domain/fields.ts';
import { yuanOf } from '../../domain/yuan.ts';
import { codes, integer, json, oneOf, text } from '../../kit/field.ts';
import { resource, type Filter, type Input, type Patch, type Row, type Sort } from '../../kit/resource.ts';

/** One price of a plan: so many years for so much. */
export const planPrice = z.object({
  /** Given out when it is stored first; orders name it. */
  id: z.optional(id),
  /** Years that are paid for. */
  year: z.int('请填写年数').check(z.gte(1, '年数至少为 1'), z.lte(10, '年数最多为 10')),
  /** What is paid, in yuan. */
  transactionPrice: yuanOf('成交价').check(z.gte(1, '成交价应大于 0')),
  /** Price before the reduction, in yuan; shown struck through where `welfare` says so. */
  money: yuanOf('原价'),
  /** What goes with it: 0 nothing, 1 months as a gift, 2 the price before is shown. */
  welfare: z.enum(['0', '1', '2'], '请选择优惠方式'),
  /** Months given on top. */
  giftMonth: z.int('请填写赠送月数').check(z.gte(0, '赠送月数不能小于 0'), z.lte(36, '赠送月数最多 36')),
});
/** One price of a plan. */
export type PlanPrice = z.output<typeof planPrice>;

/** What a plan may open beside seats and storage; items of the dictionary membershipFeature. */
export const membershipFeatures = ['lookup', 'publicAccount', 'shop'] as const;
/** Something that a plan opens. */
export type MembershipFeature = (typeof membershipFeatures)[number];

// The company look-up asks by itself: who applies looks up without being a member.
const modules: Readonly<Record<string, MembershipFeature>> = { wxmp: 'publicAccount', mall: 'shop' };
/** The feature without which an enterprise's people do not have a permit, or null. */
export const featureOf = (permit: string): MembershipFeature | null => modules[permit.split(':')[0] ?? ''] ?? null;

/** A plan that enterprises buy (套餐): its prices by years, and what it opens. */
export const plan = resource('plan', {
  label: '套餐',
  counter: '个',
  title: 'name',
  subtitle: 'code',
  class: 'shared',
  permits: 'bus:setmeal',
  order: 'sort',
  fields: {
    name: text(30, '套餐名称').required().sortable().search('contains').example('如 安全会员'),
    code: text(32, '套餐编码')
      .required()
      .unique()
      .search('prefix', /^[A-Za-z0-9_-]+$/)
      .example('如 standard'),
    shelf: oneOf({ delisted: '0', listed: '1' }, '上架状态')
      .default('delisted')
      .dictionary('planShelf')
      .kept()
      .filter(),
    priceList: json(
      '价格',
      z.array(planPrice, '请填写价格').check(z.minLength(1, '请至少填写一个价格'), z.maxLength(10, '价格最多 10 个')),
    ).required(),
    content: json(
      '权益说明',
      z
        .array(filled(100, '权益说明'), '请填写权益说明')
        .check(z.minLength(1, '请至少填写一条权益'), z.maxLength(20, '权益说明最多 20 条')),
    ).required(),
    carTypes: codes('carType', '适用车型').default([]).help('不选则适用全部企业'),
    opens: codes('membershipFeature', '开通功能').default([]),
    seats: integer('学习人数', { unit: '人', max: 1_000_000 }).default(0).help('增加的可登录账号，0 为不增加'),
    storageMb: integer('存储空间', { unit: 'MB', max: 10_000_000 })
      .default(0)
      .help('增加的素材空间，0 为不增加；证照、证据和档案不占用'),
    lookups: integer('每年企业信息查询', { unit: '次', max: 1_000_000 }).default(0),
    sort: integer('排序', { max: 9_999 }).default(0).sortable(),
    /** Grows with each change of the prices; an order says which edition it was made from. */
    edition: integer('价目版次').default(1).kept(),
  },
});
/** A plan as those who keep it see it. */
export type Plan = Row<typeof plan>;
/** A new plan. */
export type PlanInput = Input<typeof plan>;
/** Changes to a plan. */
export type PlanPatch = Patch<typeof plan>;
/** What the list is narrowed by. */
export type PlanFilter = Filter<typeof plan>;
/** What the list is ordered by. */
export type PlanSort = Sort<typeof plan>;
