import type { InsidePage } from '#lib/page-without-menu.ts';

export const pages: InsidePage[] = [{ path: '/info/index', label: '个人信息', component: 'info/index' }];
