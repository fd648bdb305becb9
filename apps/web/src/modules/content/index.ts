import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'content/list', heading: '内容管理', icon: 'book' };
