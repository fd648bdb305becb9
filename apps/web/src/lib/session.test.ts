import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, endSession, keepAlive, refreshTokens } from './session.ts';
import { onSignal } from './signals.ts';
import { keep, listHints } from './storage.ts';
import { dropTokens, tokens } from './tokens.ts';

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
const asked: string[] = [];
let answer: () => Response;
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  answer = () => json(pair('second', 43_200));
  vi.stubGlobal('fetch', async (target: string) => {
    if (target === '/config.json') return json(config);
    asked.push(target);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  dropTokens({ all: true });
});

describe('the session', () => {
  it('renews once when 1000 seconds are left, and stays the same session', async () => {
    beginSession(pair('first', 1030));
    const key = tokens()?.key;
    const stop = keepAlive();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toEqual([expect.stringContaining('/auth/oauth/token?')]);
    expect(asked[0]).toContain('refresh_token=first-refresh');
    expect(tokens()).toMatchObject({ access: 'second', refresh: 'second-refresh', key });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
    stop();
  });

  it('stops looking when a renewal is refused', async () => {
    answer = () => json({ code: 1, msg: '登录过期', data: null }, 401);
    beginSession(pair('first', 500));
    const stop = keepAlive();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toHaveLength(1);
    stop();
  });

  it('asks once for all who ask at the same time', async () => {
    beginSession(pair('first', 500));
    await Promise.all([refreshTokens(), refreshTokens(), refreshTokens()]);
    expect(asked).toHaveLength(1);
  });

  it('tells its end once', () => {
    const heard: (string | undefined)[] = [];
    const stop = onSignal('ended', (notice) => heard.push(notice));
    beginSession(pair('first', 500));
    endSession('登录过期');
    endSession();
    stop();
    expect(heard).toEqual(['登录过期']);
    expect(tokens()).toBeNull();
  });

  it('leaves no list hint with the person’s id in the browser, and keeps what belongs to the machine', () => {
    const stored: Record<string, unknown> = {};
    const methods = {
      setItem: (name: string, text: string) => void (stored[name] = text),
      removeItem: (name: string) => void delete stored[name],
    };
    vi.stubGlobal('localStorage', Object.setPrototypeOf(stored, methods));
    beginSession(pair('first', 500));
    keep('local', `${listHints}riskPoint-u`, true);
    keep('local', 'themeName', 'dark');
    expect(Object.keys(localStorage)).toContain('anlan-opens-riskPoint-u');
    endSession();
    expect(Object.keys(localStorage).filter((name) => name.startsWith('anlan-opens-'))).toEqual([]);
    expect(Object.keys(localStorage)).toContain('anlan-themeName');
  });
});
