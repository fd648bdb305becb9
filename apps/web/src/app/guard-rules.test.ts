import { describe, expect, it } from 'vitest';
import { openPaths, redirectTarget } from './guard-rules.ts';

const signedIn = true;
const locked = true;

describe('route guard', () => {
  it('redirects a session with a locked screen from every page to the lock page', () => {
    for (const path of ['/', '/wel/index', '/login', '/404'])
      expect(redirectTarget({ path, signedIn, locked })).toBe('/lock');
    expect(redirectTarget({ path: '/lock', signedIn, locked })).toBeNull();
  });

  it('redirects a signed-in user from the lock page when the screen is not locked', () => {
    expect(redirectTarget({ path: '/lock', signedIn, locked: false })).toBe('/');
    expect(redirectTarget({ path: '/lock', signedIn: false, locked: false })).toBeNull();
  });

  it('redirects a signed-in user away from the sign-in page', () => {
    expect(redirectTarget({ path: '/login', signedIn, locked: false })).toBe('/');
    expect(redirectTarget({ path: '/bus/enterprise/index', signedIn, locked: false })).toBeNull();
  });

  it('allows a user without a session only on paths that are open without sign-in', () => {
    for (const path of openPaths) expect(redirectTarget({ path, signedIn: false, locked: false })).toBeNull();
    for (const path of ['/', '/wel/index', '/loginx', '/login/x', '/bus/enterprise/index'])
      expect(redirectTarget({ path, signedIn: false, locked: false })).toBe('/login');
  });
});
