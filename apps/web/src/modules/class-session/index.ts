import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';
import { attendPath, showPath } from './paths.ts';

export const page: ModulePage = { component: 'classSession/list', heading: '班前会与培训', icon: 'users' };

export const pages: InsidePage[] = [
  { path: showPath, label: '签到', component: 'class-session/show' },
  { path: attendPath, label: '扫码签到', component: 'class-session/attend' },
];
