import type { ModulePage } from '#kit/modules.ts';

/** The page of public texts and their versions, as the menu knows it. */
export const page: ModulePage = { component: 'content/list', heading: '内容管理', icon: 'book' };
