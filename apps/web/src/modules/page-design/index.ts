import type { ModulePage } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';

export const page: ModulePage = { component: 'pageDesign/list', heading: '页面装修', icon: 'palette' };

const under = '/mall/pagedevise/index';
const permit = 'mall:pagedevise:index';

export const pages: InsidePage[] = [
  {
    path: '/mall/config/decorate/home/page/addPage',
    label: '商城装修',
    component: 'page-design/add-page',
    under,
    permit,
  },
  {
    path: '/mall/config/decorate/home/page/addPageShop',
    label: '店铺装修',
    component: 'page-design/add-page-shop',
    under,
    permit,
  },
];
