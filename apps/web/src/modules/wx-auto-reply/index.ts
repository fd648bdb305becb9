import type { ModulePage } from '#kit/modules.ts';

/** Automatic answers, as the menu knows their page. */
export const page: ModulePage = { component: 'wxAutoReply/list', heading: '自动回复', icon: 'reload' };
