import type { ModulePage, References } from '#kit/modules.ts';
import type { InsidePage } from '#lib/inside-page.ts';

/** The list of health tasks, as the menu knows it. */
export const page: ModulePage = { component: 'healthTask/list', heading: '健康检测', icon: 'check' };

/** What single people owe to tasks. */
export const pages: InsidePage[] = [
  { path: '/bus/nucleintask/info/people', label: '检测记录', component: 'health-task/people' },
];

/** The way from a record to its task. */
export const references: References = {
  healthTask: { link: { permit: 'bus:nucleintask:index', to: () => '/bus/nucleintask/info/index' } },
};
