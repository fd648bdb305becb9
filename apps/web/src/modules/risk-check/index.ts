import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/inside-page.ts';

/** The list of checks, as the menu knows it. */
export const page: ModulePage = { component: 'riskCheck/list', heading: '风险排查', icon: 'check' };
/** The page on which a check is filled in at the point. */
export const pages: InsidePage[] = [{ path: '/bus/riskcheck/site', label: '现场排查', component: 'risk-check/site' }];
