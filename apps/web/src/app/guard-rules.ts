/** Paths that are open without sign-in. Such a page has no token, no tab and no menu. */
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
  '/lock',
  '/adindex',
  '/authredirect',
  '/401',
  '/403',
  '/404',
  '/500',
] as const;

export const missingPath = '/404';
export const forbiddenPath = '/403';

export const firstPath = '/wel/index';

export const restrictedPaths = { mustChangePassword: '/password', mustEnrol: '/enrol' } as const;

export interface GuardInput {
  path: string;
  signedIn: boolean;
  locked: boolean;
}

/** The path to which the guard redirects, or null when access is allowed (RG-01, RG-02, RG-05). */
export function redirectTarget({ path, signedIn, locked }: GuardInput): string | null {
  if (signedIn && locked) return path === '/lock' ? null : '/lock';
  if (signedIn && (path === '/login' || path === '/lock')) return '/';
  if (!signedIn && !openPaths.some((open) => open === path)) return '/login';
  return null;
}
