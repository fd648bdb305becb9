import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'educationReport/list', heading: '教育月报', icon: 'file' };
