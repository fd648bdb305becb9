import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'setting/list', heading: '业务参数', icon: 'settings' };
