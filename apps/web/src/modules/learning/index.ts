import type { InsidePage } from '#lib/inside-page.ts';
import { minePath, playerPath } from './places.ts';

/** Pages of learners. */
export const pages: InsidePage[] = [
  { path: minePath, label: '我的学习', component: 'learning/mine' },
  { path: playerPath, label: '学习', component: 'learning/player' },
];
