import type { InsidePage } from '#lib/page-without-menu.ts';

export const pages: InsidePage[] = [
  { path: '/bus/delivery/index', label: '发送记录', component: 'delivery/ledger', under: '/bus/riskcheck/index' },
];
