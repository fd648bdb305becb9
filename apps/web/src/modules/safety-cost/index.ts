import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'safetyCost/list', heading: '安全费用台账', icon: 'list' };
