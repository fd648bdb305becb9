import { menuPages, otherScreens } from './modules.ts';

/** Screens outside the layout: no sign-in needed unless the guard says otherwise. */
export const outsideScreens = [
  '/login',
  '/bus/enterprise/apply',
  '/upms/tenant/index-outside',
  '/register',
  '/findPhone/index',
  '/setpassword',
  '/guide',
  '/mall/shop/shopapply/form',
  '/mall/goods/show',
  '/repair',
  '/report',
  '/bus/alearning/training',
  '/bus/alearning/personage',
  '/bus/alearning/certificate',
  '/sys',
  '/adindex',
  '/authredirect',
  '/lock',
  '/password',
  '/enrol',
  '/404',
  '/401',
  '/403',
  '/500',
] as const;

/** Screens inside the layout that exist; a menu may only point at these. */
export const insideScreens: readonly string[] = [
  ...new Set([...menuPages.flatMap(({ path, group = [] }) => [path, ...group]), ...otherScreens]),
];

const known = new Set<string>([...outsideScreens, ...insideScreens]);

const framed = /^\/myiframe\/[A-Za-z0-9_-]{1,64}$/;

/** Whether a path is a screen of ours, so that the page is served with 200 rather than 404. */
export const isScreen = (path: string): boolean => known.has(path) || framed.test(path);
