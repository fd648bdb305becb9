import type { ModulePage } from '#kit/modules.ts';

/** Numbers of public accounts, as the menu knows their page. */
export const page: ModulePage = { component: 'wxStat/list', heading: '数据统计', icon: 'list' };
