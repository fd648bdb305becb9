import type { ModulePage } from '#kit/modules.ts';

/** The page of courses, as the menu knows it. */
export const page: ModulePage = { component: 'course/list', heading: '课程', icon: 'folder' };
