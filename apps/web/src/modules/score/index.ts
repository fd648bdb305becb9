import type { InsidePage } from '#lib/page-without-menu.ts';

export const pages: InsidePage[] = [{ path: '/bus/score/index', label: '安全评分', component: 'score/index' }];
