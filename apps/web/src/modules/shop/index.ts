import type { ModulePage, References } from '#kit/modules.ts';

/** The list of shops, as the menu knows it. */
export const page: ModulePage = { component: 'shop/list', heading: '店铺管理', icon: 'home' };

/** How other rows point at a shop: those that are open are offered. */
export const references: References = {
  shop: {
    pick: { status: ['open'] },
    link: { permit: 'mall:shopinfo:index', to: (id) => `/mall/shopinfo/index?id=${id}` },
  },
};
