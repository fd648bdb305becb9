import type { ModulePage } from '#kit/modules.ts';

/** The page of archives, as the menu knows it. */
export const page: ModulePage = { component: 'archive/list', heading: '一企一档', icon: 'folder' };
