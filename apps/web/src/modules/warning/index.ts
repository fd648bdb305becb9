import type { ModulePage } from '#kit/modules.ts';

/** The page of items that end and their warnings, as the menu knows it. */
export const page: ModulePage = { component: 'warning/list', heading: '风险预警', icon: 'bell' };
