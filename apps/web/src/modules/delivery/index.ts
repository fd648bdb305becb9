import type { InsidePage } from '#lib/inside-page.ts';

/** What was done on this phone, and how far it has gone. */
export const pages: InsidePage[] = [
  { path: '/bus/delivery/index', label: '发送记录', component: 'delivery/ledger', under: '/bus/riskcheck/index' },
];
