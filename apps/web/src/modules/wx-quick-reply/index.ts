import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'wxQuickReply/list', heading: '快捷回复', icon: 'edit' };
