import type { ModulePage } from '#kit/modules.ts';

/** The page of the question bank, as the menu knows it. */
export const page: ModulePage = { component: 'question/list', heading: '题库', icon: 'list' };
