import type { InsidePage } from '#lib/page-without-menu.ts';

export const pages: InsidePage[] = [{ path: '/bus/membership/index', label: '我的会员', component: 'membership/own' }];
