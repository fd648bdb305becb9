import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/inside-page.ts';
import { sheetPath } from './places.ts';

/** The page of reports, as the menu knows it. */
export const page: ModulePage = { component: 'report/list', heading: '安全月报', icon: 'file' };
/** One report: its figures, what the enterprise says, signature. */
export const pages: InsidePage[] = [{ path: sheetPath, label: '月报', component: 'report/sheet' }];
