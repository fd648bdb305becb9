import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'wxStat/list', heading: '数据统计', icon: 'list' };
