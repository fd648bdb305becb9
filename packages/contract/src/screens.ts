import { menuPages, otherScreens } from './modules.ts';

/** Paths of screens outside the layout. They need no sign-in unless the guard requires it. */
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

/** Paths of the screens inside the layout. Menu entries may only link to these. */
export const insideScreens: readonly string[] = [
  ...new Set([...menuPages.flatMap(({ path, group = [] }) => [path, ...group]), ...otherScreens]),
];

const screenPaths = new Set<string>([...outsideScreens, ...insideScreens]);

const framePath = /^\/myiframe\/[A-Za-z0-9_-]{1,64}$/;

/** Whether the path belongs to a screen. The server then sends the page with status 200, otherwise with 404. */
export const isScreen = (path: string): boolean => screenPaths.has(path) || framePath.test(path);
