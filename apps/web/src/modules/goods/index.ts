import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'goods/list', heading: '商品管理', icon: 'folder' };
