import type { ModulePage } from '#kit/modules.ts';

/** The page of learning tasks, as the menu knows it. */
export const page: ModulePage = { component: 'learningTask/list', heading: '日常教育', icon: 'book' };
