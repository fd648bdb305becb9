import type { ModulePage } from '#kit/modules.ts';

/** The list of drills, as the menu knows it. */
export const page: ModulePage = { component: 'drill/list', heading: '应急演练', icon: 'check' };
