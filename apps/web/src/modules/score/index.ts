import type { InsidePage } from '#lib/inside-page.ts';

/** One enterprise's score; people of an enterprise have it in their menu. */
export const pages: InsidePage[] = [{ path: '/bus/score/index', label: '安全评分', component: 'score/index' }];
