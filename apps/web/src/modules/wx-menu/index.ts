import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'wxMenu/edit', heading: '自定义菜单', icon: 'menu' };
