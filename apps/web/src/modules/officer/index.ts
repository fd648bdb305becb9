import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'officer/list', heading: '执法人员', icon: 'users' };
