import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';

export const page: ModulePage = { component: 'inspection/list', heading: '监督检查', icon: 'search' };
export const pages: InsidePage[] = [{ path: '/bus/inspection/site', label: '现场检查', component: 'inspection/site' }];
