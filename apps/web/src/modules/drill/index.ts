import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'drill/list', heading: '应急演练', icon: 'check' };
