/** Paths that anybody may open: no token, no tab, no menu (spec §9, decisions 29). */
export const openPaths = [
  '/login',
  '/bus/enterprise/apply',
  '/register',
  '/findPhone/index',
  '/guide',
  '/401',
  '/403',
  '/404',
  '/500',
  '/lock',
] as const;

/** The first page and first tab. */
export const firstPath = '/wel/index';

/** What the guard looks at. */
export interface Passer {
  path: string;
  signedIn: boolean;
  locked: boolean;
}

/** Where the guard sends a person instead, or null when they may pass (RG-01, RG-02, RG-05). */
export function sentTo({ path, signedIn, locked }: Passer): string | null {
  if (signedIn && locked) return path === '/lock' ? null : '/lock';
  if (signedIn && path === '/login') return '/';
  if (!signedIn && !openPaths.some((open) => open === path)) return '/login';
  return null;
}
