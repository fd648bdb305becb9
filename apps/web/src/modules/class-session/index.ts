import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/inside-page.ts';
import { attendPath, showPath } from './places.ts';

/** The list of talks, meetings and classes, as the menu knows it. */
export const page: ModulePage = { component: 'classSession/list', heading: '班前会与培训', icon: 'users' };

/** The code on the wall, and what opens on the phone that scans it. */
export const pages: InsidePage[] = [
  { path: showPath, label: '签到', component: 'class-session/show' },
  { path: attendPath, label: '扫码签到', component: 'class-session/attend' },
];
