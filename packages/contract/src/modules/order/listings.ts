import { choice, day, instant, integer, money, text } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { orderCalls } from './calls.ts';
import { refundExportColumns } from './inputs.ts';
import * as words from './words.ts';

const vendor = choice(words.vendorNames, '支付机构');

export const refundListing = listing('refund', orderCalls.refundPage, {
  label: '退款',
  title: 'refundNo',
  subtitle: 'orderNo',
  order: '-askedAt',
  search: { name: 'keyword', placeholder: '退款单号、订单号、企业' },
  filterLabels: { orderId: '订单' },
  exportColumns: refundExportColumns,
  fields: {
    refundNo: text(32, '退款单号'),
    orderNo: text(32, '订单号'),
    state: choice(words.refundStateNames, '状态').tones(words.refundStateTones).filter(),
    enterpriseName: text(100, '企业'),
    amount: money('退款金额'),
    vendor,
    reason: text(200, '原因'),
    askedAt: instant('申请时间').sortable(),
    decidedAt: instant('复核时间'),
    opinion: text(200, '复核意见'),
    finishedAt: instant('完成时间'),
  },
});

export const billListing = listing('bill', orderCalls.billPage, {
  label: '账单',
  title: 'day',
  order: '-day',
  fields: {
    day: day('账单日').sortable(),
    vendor: vendor.filter(),
    state: choice(words.billStateNames, '状态').tones(words.billStateTones),
    lines: integer('笔数'),
    income: money('收款'),
    outgo: money('退款'),
    differences: integer('差异'),
    checkedAt: instant('核对时间'),
  },
});

export const differenceListing = listing('difference', orderCalls.differencePage, {
  label: '差异',
  title: 'kind',
  order: '-day',
  filterLabels: { orderId: '订单' },
  fields: {
    kind: choice(words.differenceNames, '差异类型').filter(),
    state: choice(words.differenceStateNames, '处理情况').tones(words.differenceStateTones).filter(),
    day: day('账单日').sortable().filter(),
    vendor: vendor.filter(),
    theirs: money('账单'),
    ours: money('台账'),
  },
});
