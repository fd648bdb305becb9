import { describe, expect, it } from 'vitest';
import { openPaths, sentTo } from './guard-rules.ts';

const signedIn = true;
const locked = true;

describe('the guard', () => {
  it('sends everything of a locked person to the lock page, and leaves them there', () => {
    for (const path of ['/', '/wel/index', '/login', '/404']) expect(sentTo({ path, signedIn, locked })).toBe('/lock');
    expect(sentTo({ path: '/lock', signedIn, locked })).toBeNull();
  });

  it('knows no lock page where nothing is locked', () => {
    expect(sentTo({ path: '/lock', signedIn, locked: false })).toBe('/');
    expect(sentTo({ path: '/lock', signedIn: false, locked: false })).toBe('/login');
  });

  it('sends a signed-in person away from the sign-in page', () => {
    expect(sentTo({ path: '/login', signedIn, locked: false })).toBe('/');
    expect(sentTo({ path: '/bus/enterprise/index', signedIn, locked: false })).toBeNull();
  });

  it('lets a stranger pass to the open paths only', () => {
    for (const path of openPaths) expect(sentTo({ path, signedIn: false, locked: false })).toBeNull();
    for (const path of ['/', '/wel/index', '/loginx', '/login/x', '/bus/enterprise/index'])
      expect(sentTo({ path, signedIn: false, locked: false })).toBe('/login');
  });
});
