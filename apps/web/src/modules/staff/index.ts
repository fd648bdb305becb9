import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'staff/list', heading: '人员与证书', icon: 'users' };
