import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';

export const page: ModulePage = { component: 'shift/list', heading: '班次看板', icon: 'calendar' };

export const pages: InsidePage[] = [{ path: '/bus/shift/plan', label: '班次计划', component: 'shift/plan' }];
