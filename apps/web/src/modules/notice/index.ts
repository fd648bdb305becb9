import type { InsidePage } from '#lib/page-without-menu.ts';

/** The page that the message icon opens (RT-18). */
export const pages: InsidePage[] = [{ path: '/notice', label: '消息', component: 'notice/index' }];
