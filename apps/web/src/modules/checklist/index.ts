import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'checklist/list', heading: '检查表', icon: 'list' };
