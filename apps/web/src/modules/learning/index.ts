import type { InsidePage } from '#lib/page-without-menu.ts';
import { minePath, playerPath } from './paths.ts';

export const pages: InsidePage[] = [
  { path: minePath, label: '我的学习', component: 'learning/mine' },
  { path: playerPath, label: '学习', component: 'learning/player' },
];
