import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/inside-page.ts';

/** The list of orders, as the menu knows it. */
export const page: ModulePage = { component: 'order/list', heading: '订单管理', icon: 'yen' };
/** One order to the fen, refunds, and the comparison with vendors' bills. */
export const pages: InsidePage[] = [
  { path: '/bus/orderrecords/order', label: '订单', component: 'order/order' },
  { path: '/bus/orderrecords/refund', label: '退款复核', component: 'order/refund' },
  { path: '/bus/orderrecords/bill', label: '对账', component: 'order/bill' },
];
