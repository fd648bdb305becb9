import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'plan/list', heading: '套餐管理', icon: 'star' };
