// Configurable failures of the payment vendors: wrong content, and delays.
import * as z from 'zod/mini';
import type { Vendor } from './ledger.ts';

export const noticeModes = {
  well: '正常',
  late: '迟到 30 秒',
  doubled: '重复 5 次',
  outOfOrder: '付款通知压到退款之后',
  never: '从不发',
  forged: '只发伪造的',
  forgedFirst: '先伪造、后真实',
  wrongAmount: '金额差 1 分',
  foreign: '别的商户的',
  stale: '签名时间过期',
  unknownSerial: '陌生的证书序列号',
  probe: '签名探测',
} as const;
export const refundModes = {
  well: '正常',
  slow: '一直处理中',
  fail: '失败',
  closed: '关闭',
  balance: '商户余额不足',
} as const;
export const answerModes = {
  well: '签名正确',
  wrong: '签名错误',
  unsigned: '没有签名',
  stale: '签名时间过期',
  unknownSerial: '陌生的证书序列号',
} as const;

const keysOf = <T extends Record<string, string>>(of: T) => z.enum(Object.keys(of) as [keyof T & string]);
export const switchInput = z.object({
  vendor: z.enum(['wechat', 'alipay']),
  notices: z.optional(keysOf(noticeModes)),
  refunds: z.optional(keysOf(refundModes)),
  answers: z.optional(keysOf(answerModes)),
  /** Factor by which waiting times of repeated and late notices are shortened. */
  hurry: z.optional(z.number().check(z.gte(1), z.lte(100_000))),
  /** Whether a bill exists at once, not at 10:00 of the next day. */
  billsAtOnce: z.optional(z.boolean()),
  damagedBills: z.optional(z.boolean()),
});

export interface Switches {
  notices: keyof typeof noticeModes;
  refunds: keyof typeof refundModes;
  answers: keyof typeof answerModes;
  hurry: number;
  billsAtOnce: boolean;
  damagedBills: boolean;
}
const usual = (): Switches => ({
  notices: 'well',
  refunds: 'well',
  answers: 'well',
  hurry: 1,
  billsAtOnce: false,
  damagedBills: false,
});

export const plantInput = z.object({
  vendor: z.enum(['wechat', 'alipay']),
  day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  kind: z.enum(['extra', 'missing', 'amount', 'state', 'dayCut', 'refund']),
  /** Order number of the affected payment. For `extra` it is a new number. */
  outTradeNo: z.string().check(z.minLength(1), z.maxLength(64)),
});
export type Plant = z.output<typeof plantInput>;

export function openSwitches() {
  let all: Record<Vendor, Switches> = { wechat: usual(), alipay: usual() };
  let plants: Plant[] = [];
  return {
    of: (vendor: Vendor): Switches => all[vendor],
    set({ vendor, ...change }: z.output<typeof switchInput>) {
      Object.assign(all[vendor], Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)));
    },
    plant: (plant: Plant) => plants.push(plant),
    plants: (vendor: Vendor) => plants.filter((one) => one.vendor === vendor),
    clear() {
      all = { wechat: usual(), alipay: usual() };
      plants = [];
    },
  };
}

export type PaySwitches = ReturnType<typeof openSwitches>;
