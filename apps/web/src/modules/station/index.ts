import type { ModulePage } from '#kit/modules.ts';

/** The page of stations, as the menu knows it. */
export const page: ModulePage = { component: 'station/list', heading: '场站管理', icon: 'place' };
