import type { InsidePage } from '#lib/inside-page.ts';

/** The membership of one's own enterprise. */
export const pages: InsidePage[] = [{ path: '/bus/membership/index', label: '我的会员', component: 'membership/own' }];
