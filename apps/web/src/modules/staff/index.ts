import type { ModulePage } from '#kit/modules.ts';

/** The page of employees, as the menu knows it. */
export const page: ModulePage = { component: 'staff/list', heading: '人员与证书', icon: 'users' };
