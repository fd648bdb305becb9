import type { ModulePage } from '#kit/modules.ts';

/** The page of special topics, as the menu knows it. */
export const page: ModulePage = { component: 'topic/list', heading: '专题', icon: 'folder' };
