import * as z from 'zod/mini';
import { requiredText, id } from '../../domain/fields.ts';
import { yuanOf } from '../../domain/yuan.ts';
import { codes, integer, json, oneOf, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

export const planPrice = z.object({
  /** Id of the price. The server assigns it on the first save; orders refer to it. */
  id: z.optional(id),
  year: z.int('请填写年数').check(z.gte(1, '年数至少为 1'), z.lte(10, '年数最多为 10')),
  transactionPrice: yuanOf('成交价').check(z.gte(1, '成交价应大于 0')),
  /** Original price in yuan. Depending on `welfare` it is shown struck through. */
  money: yuanOf('原价'),
  /** What the buyer gets in addition: 0 nothing, 1 gift months, 2 the original price is shown. */
  welfare: z.enum(['0', '1', '2'], '请选择优惠方式'),
  giftMonth: z.int('请填写赠送月数').check(z.gte(0, '赠送月数不能小于 0'), z.lte(36, '赠送月数最多 36')),
});
export type PlanPrice = z.output<typeof planPrice>;

/** Features that a membership plan can include (dictionary membershipFeature). */
export const membershipFeatures = ['lookup', 'publicAccount', 'shop'] as const;
export type MembershipFeature = (typeof membershipFeatures)[number];

// Features by module of a permit. The company lookup is missing, because it checks the membership itself: applicants
// use it before they are members.
const modules: Readonly<Record<string, MembershipFeature>> = { wxmp: 'publicAccount', mall: 'shop' };
/** Returns the feature that an enterprise needs to use a permit, or null if it needs none. */
export const featureOf = (permit: string): MembershipFeature | null => modules[permit.split(':')[0] ?? ''] ?? null;

export const plan = resource('plan', {
  label: '套餐',
  counter: '个',
  title: 'name',
  subtitle: 'code',
  class: 'shared',
  permits: 'bus:setmeal',
  order: 'sort',
  fields: {
    name: text(30, '套餐名称').required().sortable().search('pinyin').example('如 安全会员'),
    code: text(32, '套餐编码')
      .required()
      .unique()
      .search('prefix', /^[A-Za-z0-9_-]+$/)
      .example('如 standard'),
    shelf: oneOf({ delisted: '0', listed: '1' }, '上架状态')
      .default('delisted')
      .dictionary('planShelf')
      .serverSet()
      .filter(),
    priceList: json(
      '价格',
      z.array(planPrice, '请填写价格').check(z.minLength(1, '请至少填写一个价格'), z.maxLength(10, '价格最多 10 个')),
    ).required(),
    content: json(
      '权益说明',
      z
        .array(requiredText(100, '权益说明'), '请填写权益说明')
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
    /** Edition of the price list. It increases with each price change; an order stores the edition that it used. */
    edition: integer('价目版次').default(1).serverSet(),
  },
});
export type Plan = Row<typeof plan>;
