import * as z from 'zod/mini';
import { day, requiredText, id, text, whole } from '../../domain/fields.ts';
import { differenceKinds, payVendor, refundStates } from './views.ts';

/** Number of days after the payment in which an invoice may be requested. */
export const invoiceDays = 90;

export const refundRequest = z.object({
  orderId: id,
  /** Number of paid months to refund; if absent, all remaining months. */
  months: z.optional(whole.check(z.gte(1, '至少退 1 个月'))),
});
export type RefundRequest = z.output<typeof refundRequest>;
export const refundInput = z.extend(refundRequest, { reason: requiredText(200, '退款原因') });
export type RefundInput = z.output<typeof refundInput>;

export const saveOrderInput = z.object({
  code: requiredText(32, '套餐编码'),
  year: z.int('请选择金额').check(z.gte(1, '请选择金额'), z.lte(10, '请选择金额')),
  /** Id of the price; required if a membership plan has two prices for the same number of years. */
  priceId: z.optional(id),
  /** Edition of the membership agreement that the buyer accepted. */
  agreement: z.optional(z.int()),
});
export type SaveOrder = z.output<typeof saveOrderInput>;

export const payMealInput = z.object({
  orderId: id,
  /** Code of the membership plan and number of years; both must match the order. */
  code: requiredText(32, '套餐编码'),
  year: z.int('请选择金额'),
});
export type PayMeal = z.output<typeof payMealInput>;

/** Our page to which a phone returns from the vendor's page. */
export const phoneReturnPath = (id: string): string => `/bus/orderrecords/order?id=${id}&payment=back`;

export const phonePayInput = z.object({
  id,
  /** `wechat`: WeChat's page in another browser. `wechatInApp`: in the browser of WeChat, with an OAuth code. */
  way: z.enum(['wechat', 'wechatInApp', 'alipay']),
  code: z.optional(text(512)),
  state: z.optional(text(128)),
});
export type PhonePay = z.output<typeof phonePayInput>;

export const refundDecision = z.object({
  id,
  agree: z.boolean('请选择同意或不同意'),
  opinion: requiredText(200, '复核意见'),
  /** Six digits from the person's device, or a recovery code. Not required for a refusal. */
  code: z.optional(text(20, '验证码')),
});
export type RefundDecision = z.output<typeof refundDecision>;

export const billRequest = z.object({ vendor: payVendor, day });
export type BillRequest = z.output<typeof billRequest>;

export const settlement = z.object({
  id,
  action: z.enum(['ask', 'replay', 'refund', 'note']),
  note: z.optional(text(200, '说明')),
});
export type Settlement = z.output<typeof settlement>;

export const refundFilter = {
  state: z.optional(z.enum(refundStates)),
  orderId: z.optional(id),
  keyword: z.optional(text(64)),
};
/** Fields of a refund that an export can be limited to, beside its numbers. */
export const refundExportColumns = [
  'state',
  'enterpriseName',
  'amount',
  'vendor',
  'reason',
  'askedAt',
  'decidedAt',
  'opinion',
  'finishedAt',
] as const;
export type RefundFilter = z.output<z.ZodMiniObject<typeof refundFilter>>;

export const billFilter = { vendor: z.optional(payVendor), from: z.optional(day), to: z.optional(day) };
export type BillFilter = z.output<z.ZodMiniObject<typeof billFilter>>;

export const differenceFilter = {
  vendor: z.optional(payVendor),
  day: z.optional(day),
  kind: z.optional(z.enum(differenceKinds)),
  state: z.optional(z.enum(['open', 'settled'])),
  orderId: z.optional(id),
};
export type DifferenceFilter = z.output<z.ZodMiniObject<typeof differenceFilter>>;
