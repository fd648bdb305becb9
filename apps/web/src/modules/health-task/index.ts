import type { ModulePage, References } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';

export const page: ModulePage = { component: 'healthTask/list', heading: '健康检测', icon: 'check' };

export const pages: InsidePage[] = [
  { path: '/bus/nucleintask/info/people', label: '检测记录', component: 'health-task/people' },
];

export const references: References = {
  healthTask: { link: { permit: 'bus:nucleintask:index', to: () => '/bus/nucleintask/info/index' } },
};
