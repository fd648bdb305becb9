import type { ModulePage } from '#kit/modules.ts';

/** The page of 执法人员, as the menu knows it. */
export const page: ModulePage = { component: 'officer/list', heading: '执法人员', icon: 'users' };
