import { id } from '../../domain/fields.ts';
import { creditCode, day, files, instant, oneOf, phone, prose, text } from '../../kit/field.ts';
import { resource, type Input, type Row } from '../../kit/resource.ts';
import { shopStates } from './states.ts';

/** States of a shop with their wire values (dictionary shopStatus). */

export const shop = resource('shop', {
  label: '店铺',
  counter: '家',
  title: 'name',
  subtitle: 'contactName',
  class: 'tenant',
  permits: 'mall:shopinfo',
  fields: {
    status: oneOf(shopStates, '店铺状态')
      .short('状态')
      .default('open')
      .dictionary('shopStatus')
      .serverSet()
      .filter('many'),
    name: text(40, '店铺名称').required().unique().search('pinyin').sortable().example('如 安澜劳保用品店'),
    creditCode: creditCode('统一社会信用代码').required(),
    company: text(60, '企业名称').required(),
    contactName: text(30, '联系人').required(),
    phone: phone('联系电话').required().encrypted(),
    /** Phone number that buyers call; it is public. */
    serviceLine: text(30, '客服电话').required().help('显示在商品页上，买家用它联系店铺'),
    address: text(100, '店铺地址').required(),
    openHours: text(40, '营业时间').example('如 每天 8:30–18:00'),
    intro: prose(300, '店铺介绍'),
    logo: files('店铺标志', { purpose: 'photo', most: 1 }).default([]),
    licences: files('营业执照', { purpose: 'evidence', most: 3 }).default([]),
    /** Number of the original application; empty if the shop was entered manually. */
    applicationNo: text(24, '申请编号').serverSet(),
    appliedAt: instant('申请时间').serverSet().sortable(),
    openedOn: day('开店日期').serverSet(),
    decidedReason: prose(300, '驳回或关店原因').serverSet(),
  },
  filters: {
    id,
  },
  states: {
    field: 'status',
    moves: {
      approve: { from: ['applied'], to: 'open', label: '通过', permit: 'audit' },
      reject: {
        from: ['applied'],
        to: 'rejected',
        label: '驳回',
        permit: 'audit',
        danger: true,
        ask: { reason: prose(300, '驳回原因').required() },
      },
      close: {
        from: ['open'],
        to: 'closed',
        label: '关店',
        permit: 'audit',
        danger: true,
        ask: { reason: prose(300, '关店原因').required() },
      },
      reopen: { from: ['closed'], to: 'open', label: '重新开店', permit: 'audit' },
    },
  },
});
export type Shop = Row<typeof shop>;
export type ShopInput = Input<typeof shop>;
