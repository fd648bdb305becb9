import type { ModulePage } from '#kit/modules.ts';

/** The page of settings, as the menu knows it. */
export const page: ModulePage = { component: 'setting/list', heading: '业务参数', icon: 'settings' };
