import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'station/list', heading: '场站管理', icon: 'place' };
