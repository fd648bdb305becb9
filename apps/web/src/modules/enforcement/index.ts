import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';

export const page: ModulePage = { component: 'enforcement/list', heading: '执法通知', icon: 'file' };
export const pages: InsidePage[] = [{ path: '/bus/spot/paper', label: '执法文书', component: 'enforcement/paper' }];
