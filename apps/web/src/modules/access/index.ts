import { framePrefix } from '@anlan/contract/frame-path';
import type { InsidePage } from '#lib/page-without-menu.ts';

/** The page that shows an external website in an iframe (RT-30). */
export const pages: InsidePage[] = [
  { path: `${framePrefix}:routerPath`, label: '外部页面', component: 'access/frame' },
];
