import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'safetyCostYear/list', heading: '安全费用年度账', icon: 'yen' };
