import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'inspectionPlan/list', heading: '年度监督检查计划', icon: 'calendar' };
