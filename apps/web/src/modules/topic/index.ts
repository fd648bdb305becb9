import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'topic/list', heading: '专题', icon: 'folder' };
