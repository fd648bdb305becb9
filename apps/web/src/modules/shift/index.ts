import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/inside-page.ts';

/** The board of shifts, as the menu knows it. */
export const page: ModulePage = { component: 'shift/list', heading: '班次看板', icon: 'calendar' };

/** The list of all shifts, where they are planned. */
export const pages: InsidePage[] = [{ path: '/bus/shift/plan', label: '班次计划', component: 'shift/plan' }];
