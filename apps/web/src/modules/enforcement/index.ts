import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/inside-page.ts';

/** The page of enforcement notices, as the menu knows it. */
export const page: ModulePage = { component: 'enforcement/list', heading: '执法通知', icon: 'file' };
/** The paper of a notice, to be read and printed. */
export const pages: InsidePage[] = [{ path: '/bus/spot/paper', label: '执法文书', component: 'enforcement/paper' }];
