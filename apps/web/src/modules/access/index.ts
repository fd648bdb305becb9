import { framePrefix } from '@anlan/contract/frame-path';
import type { InsidePage } from '#lib/inside-page.ts';

/** The page that shows somebody else's page in a frame (RT-30). */
export const pages: InsidePage[] = [
  { path: `${framePrefix}:routerPath`, label: '外部页面', component: 'access/frame' },
];
