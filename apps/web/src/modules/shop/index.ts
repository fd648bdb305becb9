import type { ModulePage, References } from '#kit/modules.ts';

export const page: ModulePage = { component: 'shop/list', heading: '店铺管理', icon: 'home' };

/** How other forms refer to a shop. The picker offers only open shops. */
export const references: References = {
  shop: {
    pick: { status: ['open'] },
    link: { permit: 'mall:shopinfo:index', to: (id) => `/mall/shopinfo/index?id=${id}` },
  },
};
