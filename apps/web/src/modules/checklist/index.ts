import type { ModulePage } from '#kit/modules.ts';

/** The page of check lists, as the menu knows it. */
export const page: ModulePage = { component: 'checklist/list', heading: '检查表', icon: 'list' };
