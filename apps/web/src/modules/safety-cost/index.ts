import type { ModulePage } from '#kit/modules.ts';

/** The ledger of safety costs, as the menu knows it. */
export const page: ModulePage = { component: 'safetyCost/list', heading: '安全费用台账', icon: 'list' };
