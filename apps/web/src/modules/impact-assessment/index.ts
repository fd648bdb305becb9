import type { ModulePage } from '#kit/modules.ts';

/** The page of impact assessments, as the menu knows it. */
export const page: ModulePage = { component: 'impactAssessment/list', heading: '影响评估', icon: 'shield' };
