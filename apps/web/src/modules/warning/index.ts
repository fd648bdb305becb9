import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'warning/list', heading: '风险预警', icon: 'bell' };
