import * as z from 'zod/mini';
import { day, id } from '../../domain/fields.ts';
import { yuanOf } from '../../domain/yuan.ts';

/** A price as whoever buys sees it. */
export const vipPrice = z.object({
  id,
  year: z.int(),
  /** '1年' for one year, '连续N年' for several (CN-07). */
  label: z.string(),
  /** What is paid, in yuan. */
  transactionPrice: yuanOf(),
  /** Price before the reduction, in yuan. */
  money: yuanOf(),
  /** 0 nothing, 1 gift months, 2 the price before is shown struck through. */
  welfare: z.enum(['0', '1', '2']),
  giftMonth: z.int(),
  /** Code and name of its plan. */
  code: z.string(),
  name: z.string(),
  /** What one month costs in yuan, gift months counted, rounded up to the fen. */
  monthly: yuanOf(),
  /** Last day of the caller's membership once this is paid. */
  membershipTo: day,
});
/** A price as whoever buys sees it. */
export type VipPrice = z.output<typeof vipPrice>;

/** A listed plan as whoever buys sees it. */
export const vipPlan = z.object({
  id,
  name: z.string(),
  code: z.string(),
  /** What it gives, line by line. */
  content: z.array(z.string()),
  priceList: z.array(vipPrice),
  /** Features that it opens; items of the dictionary membershipFeature. */
  opens: z.array(z.string()),
  seats: z.int(),
  storageMb: z.int(),
  lookups: z.int(),
  carTypes: z.array(z.string()),
});
/** A listed plan as whoever buys sees it. */
export type VipPlan = z.output<typeof vipPlan>;

/** What the dialog is opened with. */
export const vipInfo = z.extend(vipPlan, {
  /** Every listed plan; the first is the one above. */
  plans: z.array(vipPlan),
  /** The membership as it is now. */
  membership: z.object({
    /** none, trial, active, expiring, grace, expired. */
    status: z.string(),
    /** Last day; null where there has never been one. */
    membershipTo: z.nullable(day),
    remainDays: z.nullable(z.int()),
  }),
  /** Ways to pay that this tenant offers; where it is empty nothing can be bought online. */
  channels: z.array(z.enum(['wechat', 'alipay'])),
});
/** What the dialog is opened with. */
export type VipInfo = z.output<typeof vipInfo>;
