import type { ModulePage } from '#kit/modules.ts';

/** The page of 题库, as the menu knows it. */
export const page: ModulePage = { component: 'question/list', heading: '题库', icon: 'file' };
