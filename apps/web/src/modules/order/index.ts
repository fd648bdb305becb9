import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';

export const page: ModulePage = { component: 'order/list', heading: '订单管理', icon: 'yen' };
export const pages: InsidePage[] = [
  { path: '/bus/orderrecords/order', label: '订单', component: 'order/order' },
  { path: '/bus/orderrecords/refund', label: '退款复核', component: 'order/refund' },
  { path: '/bus/orderrecords/bill', label: '对账', component: 'order/bill' },
];
