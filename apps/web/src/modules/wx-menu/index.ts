import type { ModulePage } from '#kit/modules.ts';

/** Menus of public accounts, as the menu knows their page. */
export const page: ModulePage = { component: 'wxMenu/edit', heading: '自定义菜单', icon: 'menu' };
