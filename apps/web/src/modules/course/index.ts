import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'course/list', heading: '课程', icon: 'folder' };
