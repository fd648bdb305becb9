import type { ModulePage } from '#kit/modules.ts';

/** The page of reports from staff, as the menu knows it. */
export const page: ModulePage = { component: 'staffReport/list', heading: '员工举报', icon: 'shield' };
