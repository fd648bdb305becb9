import type { ModulePage } from '#kit/modules.ts';

/** Followers, as the menu knows their page. */
export const page: ModulePage = { component: 'wxFollower/list', heading: '粉丝', icon: 'users' };
