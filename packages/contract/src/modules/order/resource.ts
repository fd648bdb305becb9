import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { boolean, day, files, instant, integer, oneOf, prose, ref, serial, text } from '../../kit/field.ts';
import { group, type ListItem } from '../../kit/nested-fields.ts';
import { yuan } from '../../kit/yuan-field.ts';
import { resource, type Input, type Row } from '../../kit/resource.ts';

export const invoiceStates = { none: '0', applied: '1', issued: '2', reversed: '3' } as const;
/** Order states with their wire values; 1 means paid. */
export const orderStates = {
  unpaid: '0',
  paid: '1',
  closed: '2',
  refunding: '3',
  refunded: '4',
  refundFailed: '5',
  unknown: '6',
} as const;
export type OrderStatus = keyof typeof orderStates;

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
export type InvoiceHead = ListItem<typeof invoiceHead>;

/**
 * An enterprise's order for a membership plan. Price, months and features are copied from the plan on creation (S47).
 */
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
    name: text(30, '套餐名称').serverSet().required().search('pinyin'),
    status: oneOf(orderStates, '订单状态')
      .short('状态')
      .default('unpaid')
      .dictionary('orderStatus')
      .serverSet()
      .filter('many'),
    price: yuan('应付金额').serverSet().required(),
    paid: yuan('实付金额').serverSet().default(0),
    refunded: yuan('已退金额').serverSet().default(0),
    months: integer('付费月数', { unit: '个月' }).serverSet().required(),
    giftMonth: integer('赠送月数', { unit: '个月' }).serverSet().default(0),
    /** Edition of the plan's price list at the time of the order. */
    edition: integer('价目版次').serverSet().required(),
    payKind: oneOf(['wechat', 'alipay'], '支付方式').dictionary('payKind').serverSet().filter(),
    transactionId: text(64, '交易流水号').serverSet(),
    createTime: instant('下单时间').serverSet().required().sortable().filter('range'),
    paidAt: instant('支付时间').serverSet().sortable().filter('range'),
    /** Last moment for payment. Later the server queries the vendors and then closes the order. */
    expiresAt: instant('支付截止').serverSet().required(),
    /** Last day of the membership before and after the payment; null until the order is paid. */
    membershipFrom: day('原到期日').serverSet(),
    membershipTo: day('会员到期').serverSet(),
    buyerName: text(30, '下单人').serverSet(),
    agreement: integer('协议版次').serverSet(),
    invoiceStatus: oneOf(invoiceStates, '开票状态')
      .default('none')
      .dictionary('invoiceStatus')
      .serverSet()
      .filter('many'),
    invoice: group('发票信息', invoiceHead).serverSet(),
    invoiceNo: text(40, '发票号码').serverSet(),
    invoiceFiles: files('发票文件', { purpose: 'evidence', most: 5 }).serverSet().default([]),
    /** Why payment and order do not match, as text for the operator; null if they match. */
    problem: text(200, '差错').serverSet(),
    /** Whether a payment at a vendor is open. */
    isOpening: boolean('支付中').computed(),
  },
  filters: {
    id,
    /** Filter: only orders with a `problem`, that is, orders whose payment does not match the order. */
    faulty: z.enum(['1']),
    /** Filter: only orders of which money is or was being paid back, also a part of it. */
    withRefund: z.enum(['1']),
  },
  filterLabels: { id: '指定的一单', faulty: '待处理的异常', withRefund: '有退款' },
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
export type Order = Row<typeof order>;
export type OrderInput = Input<typeof order>;
