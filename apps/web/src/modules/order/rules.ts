import type { Order, OrderStatus } from '@anlan/contract/modules/order/resource';

/** Names of the vendors as people know them. */
export const vendorNames = { wechat: '微信支付', alipay: '支付宝' } as const;

/** Whether nothing more happens to an order by waiting: it is paid, or cannot be paid any more. */
export const isOver = ({ status }: { status: OrderStatus }): boolean => status !== 'unpaid' && status !== 'unknown';

/** How long an order is for, with what was given on top: 连续2年，赠 3 个月. */
export function termText({ year, giftMonth }: Pick<Order, 'year' | 'giftMonth'>): string {
  const years = yearsText(year);
  return giftMonth > 0 ? `${years}，赠 ${giftMonth} 个月` : years;
}

/** Years in the words of the price list (CN-07). */
export const yearsText = (year: number): string => (year === 1 ? '1年' : `连续${year}年`);

/** States of a refund in words and colour. */
export const refundStates = {
  asked: { label: '待复核', tone: 'orange' },
  sending: { label: '退款中', tone: 'blue' },
  done: { label: '已到账', tone: 'green' },
  failed: { label: '退款失败', tone: 'red' },
  unknown: { label: '待核对', tone: 'orange' },
  rejected: { label: '不同意', tone: 'grey' },
} as const;

/** Vendors as choices of a filter. */
export const vendors = [
  { value: 'wechat', label: vendorNames.wechat },
  { value: 'alipay', label: vendorNames.alipay },
] as const;

/** States of a day's bill in words and colour. */
export const billStates = {
  pending: { label: '等待出账', tone: 'grey' },
  done: { label: '已核对', tone: 'green' },
  failed: { label: '下载失败', tone: 'red' },
} as const;

/** How a bill and our books differ, in words. */
export const differenceNames = {
  missingHere: '账单有、台账没有',
  missingThere: '台账有、账单没有',
  amount: '金额不一致',
  state: '状态不一致',
  dayCut: '跨日',
  refund: '退款不一致',
} as const;
