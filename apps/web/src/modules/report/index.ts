import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';
import { sheetPath } from './paths.ts';

export const page: ModulePage = { component: 'report/list', heading: '安全月报', icon: 'file' };
export const pages: InsidePage[] = [{ path: sheetPath, label: '月报', component: 'report/sheet' }];
