import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'phoneReport/list', heading: '电话报告', icon: 'list' };
