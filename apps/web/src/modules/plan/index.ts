import type { ModulePage } from '#kit/modules.ts';

/** The list of plans, as the menu knows it. */
export const page: ModulePage = { component: 'plan/list', heading: '套餐管理', icon: 'star' };
