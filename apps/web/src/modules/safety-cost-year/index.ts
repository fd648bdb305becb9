import type { ModulePage } from '#kit/modules.ts';

/** Yearly accounts of safety costs, as the menu knows them. */
export const page: ModulePage = { component: 'safetyCostYear/list', heading: '安全费用年度账', icon: 'yen' };
