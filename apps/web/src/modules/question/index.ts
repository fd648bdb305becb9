import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'question/list', heading: '题库', icon: 'list' };
