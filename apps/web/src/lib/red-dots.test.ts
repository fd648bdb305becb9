import type { RedDots } from '@anlan/contract/domain/red-dot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshRedDots, useRedDots } from './red-dots.ts';
import { signal } from './app-events.ts';
import { dropTokens, setTokens } from './tokens.ts';

// A visible page.
Object.assign(globalThis, { document: { hidden: false } });

const dots: RedDots = { unAct: 3, unExp: 0, unNotice: 1, warningUnNotice: 0, systemUnNotice: 0, spotUnNotice: 0 };
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const busy = () => json({ code: 429, msg: '请求过于频繁', data: null }, 429, { 'retry-after': '2' });
let answers: (() => Response)[] = [];
let requestCount = 0;

beforeEach(() => {
  vi.useFakeTimers();
  requestCount = 0;
  vi.stubGlobal('fetch', async () => {
    requestCount += 1;
    return (answers.shift() ?? (() => json({ code: 0, msg: null, data: dots })))();
  });
  const expiresAt = Date.now() + 3_600_000;
  setTokens({ key: 'k', access: 'access', refresh: 'refresh', expiresAt, tenantId: '7', userId: 'u' });
});
afterEach(() => {
  signal('ended', undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  dropTokens({ all: true });
});

it('LY-17 S68 reads the red dot counts again after the wait that a rate limit requests', async () => {
  answers = [busy];
  await refreshRedDots();
  expect([requestCount, useRedDots.getState().unAct]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(requestCount).toBe(1);
  await vi.advanceTimersByTimeAsync(2_200);
  expect([requestCount, useRedDots.getState().unAct]).toEqual([2, 3]);
});

it('stops reading the red dot counts after the session has ended', async () => {
  answers = [busy];
  await refreshRedDots();
  signal('ended', undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requestCount).toBe(1);
});
