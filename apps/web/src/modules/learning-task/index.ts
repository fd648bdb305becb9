import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'learningTask/list', heading: '日常教育', icon: 'book' };
