import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'archive/list', heading: '一企一档', icon: 'folder' };
