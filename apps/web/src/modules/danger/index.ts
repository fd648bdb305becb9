import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';

export const page: ModulePage = { component: 'danger/list', heading: '待整改事项', icon: 'alert' };

const under = '/bus/enterpriseexpinfo1/index';

export const pages: InsidePage[] = [
  { path: '/bus/danger/report', label: '上报隐患', component: 'danger/report', under },
  { path: '/bus/danger/own', label: '本单位隐患', component: 'danger/own', under },
  { path: '/bus/danger/statistics', label: '隐患统计', component: 'danger/statistics', under },
  { path: '/bus/danger/board', label: '隐患公示栏', component: 'danger/board', under },
];
