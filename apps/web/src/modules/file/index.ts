import type { InsidePage } from '#lib/page-without-menu.ts';

/** Shows one file by its address, when no external viewer is configured (toKkViewUrl). */
export const pages: InsidePage[] = [{ path: '/upms/file/view', label: '查看文件', component: 'file/view' }];
