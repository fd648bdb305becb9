import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/inside-page.ts';

/** The page of inspections, as the menu knows it. */
export const page: ModulePage = { component: 'inspection/list', heading: '监督检查', icon: 'search' };
/** The page on which an inspection is filled in on site. */
export const pages: InsidePage[] = [{ path: '/bus/inspection/site', label: '现场检查', component: 'inspection/site' }];
