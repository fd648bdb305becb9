import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'staffReport/list', heading: '员工举报', icon: 'shield' };
