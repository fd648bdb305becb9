import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  beginSession,
  endSession,
  keepAlive,
  lockSession,
  refreshTokens,
  switchSession,
  unlockSession,
} from './session.ts';
import { isLocked } from './lock.ts';
import { onSignal } from './app-events.ts';
import { saveItem, listHints } from './storage.ts';
import { dropTokens, tokens } from './tokens.ts';

// A visible page.
Object.assign(globalThis, { document: { hidden: false } });

const config = {
  clientId: 'web',
  clientSecret: 'secret',
  passwordKey: '0123456789abcdef',
  passwordMode: 'CBC',
  encryptKey: null,
  captcha: false,
  appName: '安澜',
  version: '1.0.6',
  userTypes: { regulator: '监管人员', enterprise: '企业人员', shop: '店铺用户' },
};
const pair = (access: string, seconds: number) => ({
  access_token: access,
  refresh_token: `${access}-refresh`,
  token_type: 'bearer' as const,
  expires_in: seconds,
  scope: 'server' as const,
  tenant_id: '1',
  user_id: 'u',
  username: 'regulator1',
  shop_id: null,
});
const requestedPaths: string[] = [];
let answer: () => Response;
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  vi.useFakeTimers();
  requestedPaths.length = 0;
  answer = () => json(pair('second', 43_200));
  vi.stubGlobal('fetch', async (target: string) => {
    if (target === '/config.json') return json(config);
    requestedPaths.push(target);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  dropTokens({ all: true });
});

describe('session', () => {
  it('renews its tokens once when 1000 seconds are left', async () => {
    beginSession(pair('first', 1030));
    const key = tokens()?.key;
    const stop = keepAlive();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(requestedPaths).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(requestedPaths).toEqual([expect.stringContaining('/auth/oauth/token?')]);
    expect(requestedPaths[0]).toContain('refresh_token=first-refresh');
    expect(tokens()).toMatchObject({ access: 'second', refresh: 'second-refresh', key });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requestedPaths).toHaveLength(1);
    stop();
  });

  it('ST-03 clears the lock of the page on sign-in, unlock and switch, but not on a renewal', async () => {
    const stored: Record<string, string> = {};
    const methods = {
      getItem: (name: string) => stored[name] ?? null,
      setItem: (name: string, text: string) => void (stored[name] = text),
      removeItem: (name: string) => void delete stored[name],
    };
    vi.stubGlobal('sessionStorage', Object.setPrototypeOf(stored, methods));
    const lock = () => {
      lockSession({ name: '林知远', since: 0 });
      expect(isLocked()).toBe(true);
    };
    beginSession(pair('first', 500));
    lock();
    unlockSession();
    expect(isLocked()).toBe(false);
    lock();
    switchSession({ token: 'switched', refresh_token: 'r', expires_in: 500 });
    expect(isLocked()).toBe(false);
    // The server refuses the renewal of a locked session. A renewal sent before the lock must not open the screen.
    lock();
    await refreshTokens();
    expect(tokens()?.access).toBe('second');
    expect(isLocked()).toBe(true);
    beginSession(pair('third', 500));
    expect(isLocked()).toBe(false);
  });

  it('stops checking the lifetime after a refused renewal', async () => {
    answer = () => json({ code: 1, msg: '登录过期', data: null }, 401);
    beginSession(pair('first', 500));
    const stop = keepAlive();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(requestedPaths).toHaveLength(1);
    stop();
  });

  it('merges simultaneous renewals into one request', async () => {
    beginSession(pair('first', 500));
    await Promise.all([refreshTokens(), refreshTokens(), refreshTokens()]);
    expect(requestedPaths).toHaveLength(1);
  });

  it('signals the end of the session only once', () => {
    const heard: (string | undefined)[] = [];
    const stop = onSignal('ended', (notice) => heard.push(notice));
    beginSession(pair('first', 500));
    endSession('登录过期');
    endSession();
    stop();
    expect(heard).toEqual(['登录过期']);
    expect(tokens()).toBeNull();
  });

  it('removes stored hints about default list views, but not settings of the browser', () => {
    const stored: Record<string, unknown> = {};
    const methods = {
      setItem: (name: string, text: string) => void (stored[name] = text),
      removeItem: (name: string) => void delete stored[name],
    };
    vi.stubGlobal('localStorage', Object.setPrototypeOf(stored, methods));
    beginSession(pair('first', 500));
    saveItem('local', `${listHints}riskPoint-u`, true);
    saveItem('local', 'themeName', 'dark');
    expect(Object.keys(localStorage)).toContain('anlan-opens-riskPoint-u');
    endSession();
    expect(Object.keys(localStorage).filter((name) => name.startsWith('anlan-opens-'))).toEqual([]);
    expect(Object.keys(localStorage)).toContain('anlan-themeName');
  });
});
