/** Paths that anybody may open: no token, no tab, no menu (spec §9, decisions 29). */
export const openPaths = [
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
  '/401',
  '/403',
  '/404',
  '/500',
] as const;

/** Where an address leads that is none: inside the layout for whoever is signed in, and no tab. */
export const missingPath = '/404';

/** The first page and first tab. */
export const firstPath = '/wel/index';

/** Where a session goes that is held back. */
export const restrictedPaths = { mustChangePassword: '/password', mustEnrol: '/enrol' } as const;

/** What the guard looks at. */
export interface Passer {
  path: string;
  signedIn: boolean;
  locked: boolean;
}

/** Where the guard sends a person instead, or null when they may pass (RG-01, RG-02, RG-05). */
export function sentTo({ path, signedIn, locked }: Passer): string | null {
  if (signedIn && locked) return path === '/lock' ? null : '/lock';
  // A screen that is not locked has nothing to open.
  if (path === '/lock') return signedIn ? '/' : '/login';
  if (signedIn && path === '/login') return '/';
  if (!signedIn && !openPaths.some((open) => open === path)) return '/login';
  return null;
}
