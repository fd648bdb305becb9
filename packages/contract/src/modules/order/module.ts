// What this module adds to the product: permits, call names, menu entries, rights of preset roles, events.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { orderCalls } from './calls.ts';
import { billListing, differenceListing, refundListing } from './listings.ts';
import { order } from './resource.ts';

export const permits = permitsOf('bus:orderrecords', '订单', {
  all: '查看全部订单',
  issue: '开具与红冲发票',
  refund: '申请退款',
  review: '复核退款',
  settle: '对账与查账',
});
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('order', '订单', {
  saveOrder: '下单',
  close: '关闭订单',
  wxpay: '打开微信支付',
  phonePay: '在手机上付款',
  payAuthorize: '在微信里授权付款',
  payMeal: '查询支付结果',
  paid: '订单收款',
  refundedBack: '订单退款到账',
  refundAuto: '自动退回付款',
  refundAsk: '申请退款',
  refundDecide: '复核退款',
  refundRetry: '重新发起退款',
  refundExport: '导出退款',
  ask: '向支付机构查询',
  replay: '重放支付通知',
  checkBalance: '核对账目',
  reconcile: '下载并核对账单',
  settle: '处理对账差异',
  applyInvoice: '申请发票',
  issueInvoice: '开具发票',
  reverseInvoice: '红冲发票',
});

export const resources: readonly Declared[] = [
  {
    resource: order,
    calls: orderCalls,
    menu: {
      under: '会员',
      sort: 20,
      name: '订单管理',
      pinyin: 'ddgl dingdanguanli',
      icon: 'file',
      path: '/bus/orderrecords/index',
      userTypes: ['regulator', 'enterprise'],
    },
  },
];

export const listings = [refundListing, billListing, differenceListing];

export const screens = ['/bus/orderrecords/order', '/bus/orderrecords/refund', '/bus/orderrecords/bill'];

export const duties: readonly Duty[] = [
  duty(
    'bus:orderrecords',
    ['add', 'edit', 'del'],
    roles.safety,
    'asks for invoices, closes and removes unpaid orders of the enterprise',
  ),
  duty(
    'bus:orderrecords',
    ['all', 'issue', 'refund', 'review', 'settle'],
    ['TENANT_ADMIN'],
    'looks after the money of the unit; a refund needs two of them',
  ),
  duty(
    'bus:orderrecords',
    ['index', 'export'],
    ['TENANT_ADMIN', 'ENT_ADMIN', 'ENT_SAFETY'],
    'reads orders and exports them for accounting',
  ),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published when orders are paid, closed, refunded or invoiced. */
    'order.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
