import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';

export const page: ModulePage = { component: 'riskCheck/list', heading: '风险排查', icon: 'check' };
export const pages: InsidePage[] = [{ path: '/bus/riskcheck/site', label: '现场排查', component: 'risk-check/site' }];
