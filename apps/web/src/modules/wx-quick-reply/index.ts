import type { ModulePage } from '#kit/modules.ts';

/** Prepared answers of clerks, as the menu knows their page. */
export const page: ModulePage = { component: 'wxQuickReply/list', heading: '快捷回复', icon: 'edit' };
