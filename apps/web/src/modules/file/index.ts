import type { InsidePage } from '#lib/inside-page.ts';

/** The page that shows one file by its address (toKkViewUrl without a viewer elsewhere). */
export const pages: InsidePage[] = [{ path: '/upms/file/view', label: '查看文件', component: 'file/view' }];
