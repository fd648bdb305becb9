import type { InsidePage } from '#lib/inside-page.ts';

/** The page that the user menu opens. */
export const pages: InsidePage[] = [{ path: '/info/index', label: '个人信息', component: 'info/index' }];
