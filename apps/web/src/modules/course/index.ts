import type { ModulePage } from '#kit/modules.ts';

/** The page of 课程, as the menu knows it. */
export const page: ModulePage = { component: 'course/list', heading: '课程', icon: 'file' };
