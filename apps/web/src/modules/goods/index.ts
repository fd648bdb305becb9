import type { ModulePage } from '#kit/modules.ts';

/** The list of goods, as the menu knows it. */
export const page: ModulePage = { component: 'goods/list', heading: '商品管理', icon: 'folder' };
