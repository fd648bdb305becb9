import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'wxAutoReply/list', heading: '自动回复', icon: 'reload' };
