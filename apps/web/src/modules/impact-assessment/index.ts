import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'impactAssessment/list', heading: '影响评估', icon: 'shield' };
