import type { ModulePage } from '#kit/modules.ts';

/** The page of the yearly supervision plan, as the menu knows it. */
export const page: ModulePage = { component: 'inspectionPlan/list', heading: '年度监督检查计划', icon: 'calendar' };
