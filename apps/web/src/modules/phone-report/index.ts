import type { ModulePage } from '#kit/modules.ts';

/** The log of reports by telephone, as the menu knows it. */
export const page: ModulePage = { component: 'phoneReport/list', heading: '电话报告', icon: 'list' };
