import * as z from 'zod/mini';
import { day, filled, id, text, whole } from '../../domain/fields.ts';
import { differenceKinds, payVendor, refundStates } from './views.ts';

/** How much of an order is to go back. */
export const refundWanted = z.object({
  orderId: id,
  /** Paid months that go back; all that are left where it is left out. */
  months: z.optional(whole.check(z.gte(1, '至少退 1 个月'))),
});
/** How much of an order is to go back. */
export type RefundWanted = z.output<typeof refundWanted>;
/** A refund that is asked for. */
export const refundInput = z.extend(refundWanted, { reason: filled(200, '退款原因') });
/** A refund that is asked for. */
export type RefundInput = z.output<typeof refundInput>;

/** What somebody chose to buy. */
export const saveOrderInput = z.object({
  /** Code of the plan. */
  code: filled(32, '套餐编码'),
  /** Years; one of the plan's prices. */
  year: z.int('请选择金额').check(z.gte(1, '请选择金额'), z.lte(10, '请选择金额')),
  /** The price itself, where a plan has two for as many years. */
  priceId: z.optional(id),
  /** Edition of the membership agreement that was agreed to. */
  agreement: z.optional(z.int()),
});
/** What somebody chose to buy. */
export type SaveOrder = z.output<typeof saveOrderInput>;

/** An order that its buyer says they pay. */
export const payMealInput = z.object({
  orderId: id,
  /** Code and years of the order, which must be its own. */
  code: filled(32, '套餐编码'),
  year: z.int('请选择金额'),
});
/** An order that its buyer says they pay. */
export type PayMeal = z.output<typeof payMealInput>;

/** What a second person decides about a refund. */
export const refundDecision = z.object({
  /** The refund. */
  id,
  agree: z.boolean('请选择同意或不同意'),
  opinion: filled(200, '复核意见'),
  /** Six digits of the device, or a recovery code; not needed to refuse. */
  code: z.optional(text(20, '验证码')),
});
/** What a second person decides about a refund. */
export type RefundDecision = z.output<typeof refundDecision>;

/** A day of a vendor’s bill. */
export const billWanted = z.object({ vendor: payVendor, day });
/** A day of a vendor’s bill. */
export type BillWanted = z.output<typeof billWanted>;

/** What is done about a difference. */
export const settlement = z.object({
  /** The difference. */
  id,
  action: z.enum(['ask', 'replay', 'refund', 'note']),
  note: z.optional(text(200, '说明')),
});
/** What is done about a difference. */
export type Settlement = z.output<typeof settlement>;

/** What the list of refunds is narrowed by. */
export const refundFilter = {
  state: z.optional(z.enum(refundStates)),
  orderId: z.optional(id),
  keyword: z.optional(text(64)),
};
/** What the list of refunds is narrowed by. */
export type RefundFilter = z.output<z.ZodMiniObject<typeof refundFilter>>;

/** What the list of bills is narrowed by. */
export const billFilter = { vendor: z.optional(payVendor), from: z.optional(day), to: z.optional(day) };
/** What the list of bills is narrowed by. */
export type BillFilter = z.output<z.ZodMiniObject<typeof billFilter>>;

/** What the list of differences is narrowed by. */
export const differenceFilter = {
  vendor: z.optional(payVendor),
  day: z.optional(day),
  kind: z.optional(z.enum(differenceKinds)),
  state: z.optional(z.enum(['open', 'settled'])),
  orderId: z.optional(id),
};
/** What the list of differences is narrowed by. */
export type DifferenceFilter = z.output<z.ZodMiniObject<typeof differenceFilter>>;
