import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'wxFollower/list', heading: '粉丝', icon: 'users' };
