import * as z from 'zod/mini';
import { day, id } from '../../domain/fields.ts';
import { yuanOf } from '../../domain/yuan.ts';

export const vipPrice = z.object({
  id,
  year: z.int(),
  /** Duration for display: '1年' for one year, '连续N年' for several (CN-07). */
  label: z.string(),
  transactionPrice: yuanOf(),
  money: yuanOf(),
  /** What the buyer gets in addition: 0 nothing, 1 gift months, 2 the original price is shown. */
  welfare: z.enum(['0', '1', '2']),
  giftMonth: z.int(),
  code: z.string(),
  name: z.string(),
  /** Price per month in yuan, counting gift months, rounded up to a whole fen. */
  monthly: yuanOf(),
  membershipTo: day,
});
export type VipPrice = z.output<typeof vipPrice>;

export const vipPlan = z.object({
  id,
  name: z.string(),
  code: z.string(),
  content: z.array(z.string()),
  priceList: z.array(vipPrice),
  /** Features that the plan includes (dictionary membershipFeature). */
  opens: z.array(z.string()),
  seats: z.int(),
  storageMb: z.int(),
  lookups: z.int(),
  carTypes: z.array(z.string()),
});
export type VipPlan = z.output<typeof vipPlan>;

export const vipInfo = z.extend(vipPlan, {
  /** All listed plans. The fields above repeat the first plan. */
  plans: z.array(vipPlan),
  membership: z.object({
    status: z.string(),
    membershipTo: z.nullable(day),
    remainDays: z.nullable(z.int()),
  }),
  /** Payment methods of this tenant; if empty, nothing can be bought online. */
  channels: z.array(z.enum(['wechat', 'alipay'])),
});
export type VipInfo = z.output<typeof vipInfo>;
