import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { boolean, day, files, instant, integer, oneOf, prose, ref, serial, text } from '../../kit/field.ts';
import { group, type ListItem } from '../../kit/list.ts';
import { yuan } from '../../kit/yuan.ts';
import { resource, type Filter, type Input, type Patch, type Row, type Sort } from '../../kit/resource.ts';

/** Invoice states beside those of the order. */
export const invoiceStates = { none: '0', applied: '1', issued: '2', reversed: '3' } as const;
/** States of an order on the wire: 1 is paid. */
export const orderStates = {
  unpaid: '0',
  paid: '1',
  closed: '2',
  refunding: '3',
  refunded: '4',
  refundFailed: '5',
  unknown: '6',
} as const;
/** State of an order. */
export type OrderStatus = keyof typeof orderStates;

/** Whom an invoice is made out to. */
const invoiceHead = {
  title: text(100, '发票抬头').required().example('与营业执照一致的名称'),
  taxNo: text(20, '纳税人识别号')
    .required()
    .pattern(/^[0-9A-Z]{15,20}$/, '纳税人识别号应为 15 至 20 位数字或大写字母')
    .example('统一社会信用代码'),
  email: text(100, '接收邮箱')
    .required()
    .pattern(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, '请填写正确的接收邮箱')
    .example('电子发票发到这里'),
};
/** Whom an invoice is made out to. */
export type InvoiceHead = ListItem<typeof invoiceHead>;

/** An order of an enterprise for a plan; price, months and what it opens are copied from the plan when it is made (S47). */
export const order = resource('order', {
  label: '订单',
  counter: '笔',
  title: 'orderNo',
  subtitle: 'name',
  class: 'enterprise',
  permits: 'bus:orderrecords',
  order: '-createTime',
  table: 'order_record',
  fields: {
    orderNo: serial('DD', '订单号'),
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    code: text(32, '套餐编码').required().immutable(),
    year: integer('年数', { unit: '年', min: 1, max: 10 }).required().immutable(),
    remark: text(200, '备注'),
    name: text(30, '套餐名称').kept().required().search('contains'),
    status: oneOf(orderStates, '订单状态')
      .short('状态')
      .default('unpaid')
      .dictionary('orderStatus')
      .kept()
      .filter('many'),
    price: yuan('应付金额').kept().required(),
    paid: yuan('实付金额').kept().default(0),
    refunded: yuan('已退金额').kept().default(0),
    months: integer('付费月数', { unit: '个月' }).kept().required(),
    giftMonth: integer('赠送月数', { unit: '个月' }).kept().default(0),
    /** Which edition of the plan's prices it was made from. */
    edition: integer('价目版次').kept().required(),
    payKind: oneOf(['wechat', 'alipay'], '支付方式').dictionary('payKind').kept().filter(),
    transactionId: text(64, '交易流水号').kept(),
    createTime: instant('下单时间').kept().required().sortable().filter('range'),
    paidAt: instant('支付时间').kept().sortable().filter('range'),
    /** Until when it may be paid; it is closed afterwards, once the vendors have been asked. */
    expiresAt: instant('支付截止').kept().required(),
    /** Last day of the membership before and after it was paid; null until then. */
    membershipFrom: day('原到期日').kept(),
    membershipTo: day('会员到期').kept(),
    buyerName: text(30, '下单人').kept(),
    /** Edition of the membership agreement that the buyer agreed to. */
    agreement: integer('协议版次').kept(),
    invoiceStatus: oneOf(invoiceStates, '开票状态').default('none').dictionary('invoiceStatus').kept().filter('many'),
    invoice: group('发票信息', invoiceHead).kept(),
    invoiceNo: text(40, '发票号码').kept(),
    invoiceFiles: files('发票文件', { purpose: 'evidence', most: 5 }).kept().default([]),
    /** Why money and order do not fit together, for whoever looks after it; null where they do. */
    problem: text(200, '差错').kept(),
    /** Whether a payment attempt is open at a vendor. */
    isOpening: boolean('支付中').computed(),
  },
  filters: {
    /** One order alone. */
    id,
    /** With a fault that somebody has to look after. */
    faulty: z.enum(['1']),
  },
  filterLabels: { id: '指定的一单', faulty: '待处理的异常' },
  states: {
    field: 'status',
    moves: {
      close: { from: ['unpaid'], to: 'closed', label: '关闭订单', permit: 'edit', danger: true },
      applyInvoice: {
        from: ['paid'],
        label: '申请发票',
        permit: 'edit',
        ask: { invoice: group('发票信息', invoiceHead).required() },
      },
      issueInvoice: {
        from: ['paid', 'refunding', 'refunded', 'refundFailed', 'unknown'],
        label: '开具发票',
        permit: 'issue',
        ask: {
          invoiceNo: text(40, '发票号码').required(),
          invoiceFiles: files('发票文件', { purpose: 'evidence', least: 1, most: 5 }).required(),
        },
      },
      reverseInvoice: {
        from: ['paid', 'refunding', 'refunded', 'refundFailed', 'unknown'],
        label: '红冲发票',
        permit: 'issue',
        danger: true,
        ask: {
          reason: prose(200, '红冲原因').required(),
          files: files('红字发票', { purpose: 'evidence', least: 1, most: 5 }).required(),
        },
      },
    },
  },
});
/** An order as people see it. */
export type Order = Row<typeof order>;
/** A new order. */
export type OrderInput = Input<typeof order>;
/** Changes to an order. */
export type OrderPatch = Patch<typeof order>;
/** What the list is narrowed by. */
export type OrderFilter = Filter<typeof order>;
/** What the list is ordered by. */
export type OrderSort = Sort<typeof order>;
