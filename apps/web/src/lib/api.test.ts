import { bare, enveloped, get, post } from '@anlan/contract/http/call-table';
import { whole } from '@anlan/contract/domain/fields';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { watchActivity } from './user-activity.ts';
import { onSignal } from './app-events.ts';
import { dropTokens, setTokens } from './tokens.ts';

// A visible page.
Object.assign(globalThis, { document: { hidden: false } });

const thing = z.object({ id: z.string(), size: whole });
const calls = api({
  one: get('/upms/thing/{id}', {
    input: z.object({ id: z.string(), deep: z.optional(z.string()) }),
    answer: enveloped(thing),
    permit: 'signed-in',
  }),
  save: post('/upms/thing', { input: thing, permit: 'signed-in' }),
  token: post('/auth/token', {
    answer: bare(z.object({ token: z.string() })),
    permit: 'public',
    client: 'password',
  }),
});

const config = {
  clientId: 'web',
  clientSecret: 'secret',
  passwordKey: '0123456789abcdef',
  passwordMode: 'CBC',
  encryptKey: '0123456789abcdef',
  captcha: false,
  appName: '安澜',
  version: '1.0.6',
  userTypes: { regulator: '监管人员', enterprise: '企业人员', shop: '店铺用户' },
};
const sent: Request[] = [];
let answer: (request: Request) => Response | Promise<Response>;
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const ok = (data: unknown) => json({ code: 0, msg: null, data });
const failing = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('no ApiError was thrown');
  return error;
};

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (target: string, init: RequestInit) => {
    const request = new Request(`http://anlan.test${target}`, init);
    if (target === '/config.json') return json(config);
    if (target === '/healthz') return json({ status: 'ok' });
    sent.push(request);
    return answer(request);
  });
  const expiresAt = Date.now() + 3_600_000;
  setTokens({ key: 'k', access: 'access', refresh: 'refresh', expiresAt, tenantId: '7', userId: 'u' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  dropTokens({ all: true });
});

describe('client of a call table', () => {
  it('sends the fields, the token and the tenant in the request', async () => {
    answer = () => ok({ id: 'a', size: '12' });
    expect(await calls.one({ id: 'a b', deep: 'x' })).toEqual({ id: 'a', size: 12 });
    expect(sent[0]?.url).toBe('http://anlan.test/upms/thing/a%20b?deep=x');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer access');
    expect(sent[0]?.headers.get('tenant_id')).toBe('7');
    expect(sent[0]?.headers.get('tenant-id')).toBe('7');
  });

  it('S13 marks requests of an inactive user as background requests', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    answer = () => ok({ id: 'a', size: '1' });
    try {
      watchActivity();
      for (const [seconds, worked] of [
        [20, false],
        [20, false],
        [0, true],
        [40, false],
      ] as const) {
        vi.setSystemTime(Date.now() + seconds * 1_000);
        if (worked) page.dispatchEvent(new Event('keydown'));
        await calls.one({ id: 'a' });
      }
      expect(sent.map(({ headers }) => headers.get('x-activity'))).toEqual([null, 'background', null, 'background']);
    } finally {
      vi.useRealTimers();
    }
    // The click is activity: the user is back at the page.
    page.dispatchEvent(new Event('pointerdown'));
  });

  it('S51 retries a write without response under the same idempotency key', async () => {
    const keys = () => sent.map((request) => request.headers.get('idempotency-key'));
    answer = () => Promise.reject(new TypeError('failed to fetch'));
    expect((await failing(calls.save({ id: 'a', size: 1 }))).kind).toBe('network');
    answer = () => ok(null);
    await calls.save({ id: 'a', size: 2 });
    await calls.save({ id: 'a', size: 1 });
    await calls.save({ id: 'a', size: 1 });
    const [lost, other, again, anew] = keys();
    expect(lost).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
    expect(again).toBe(lost);
    expect(new Set([lost, other, anew]).size).toBe(3);
    answer = () => ok({ id: 'a', size: '1' });
    await calls.one({ id: 'a' });
    expect(keys().at(-1)).toBeNull();
  });

  it('S51 waits for a running write that has the same idempotency key', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const answers = [
        () => json({ code: 1, msg: '', data: { running: true, seconds: 1 } }, 429, { 'retry-after': '1' }),
        () => ok(null),
      ];
      answer = () => answers.shift()?.() ?? ok(null);
      const saved = calls.save({ id: 'b', size: 1 });
      await expect.poll(() => sent).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1_000);
      await saved;
      expect(new Set(sent.map((request) => request.headers.get('idempotency-key'))).size).toBe(1);
      expect(sent).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends only the client credential when the call requires it', async () => {
    answer = () => json({ token: 't' });
    expect(await calls.token()).toEqual({ token: 't' });
    expect(sent[0]?.headers.get('authorization')).toBe(`Basic ${btoa('web:secret')}`);
    expect(sent[0]?.headers.get('tenant_id')).toBeNull();
    expect(sent[0]?.headers.get('tenant-id')).toBeNull();
  });

  it('decrypts an encrypted response', async () => {
    // The plain text is {"id":"a","size":3}, encrypted with AES-128-ECB and the key above.
    answer = () => json({ code: 0, msg: null, encryptStr: '53ap5kOJOy1xkdYtq3Uynv1Yk3JfnObZZgR90un/lFo=' });
    expect(await calls.one({ id: 'a' })).toEqual({ id: 'a', size: 3 });
  });

  it('throws the message of the server for a failure, else the message of the error catalogue', async () => {
    answer = () => json({ code: 1, msg: '名称已存在', data: { errors: [{ field: 'name', msg: '重复' }] } }, 400);
    const named = await failing(calls.one({ id: 'a' }));
    expect(named).toMatchObject({ status: 400, message: '名称已存在', errors: [{ field: 'name', msg: '重复' }] });
    answer = () => new Response('', { status: 503, headers: { 'x-request-id': 'r1' } });
    expect(await failing(calls.one({ id: 'a' }))).toMatchObject({
      message: '服务器异常，可能在发布，请稍后再试',
      requestId: 'r1',
    });
    answer = () => json({ code: 1, msg: '不行', data: null });
    expect((await failing(calls.one({ id: 'a' }))).message).toBe('不行');
    answer = () => json({ code: 1, msg: '慢一点', data: null }, 429, { 'retry-after': '30' });
    expect((await failing(calls.one({ id: 'a' }))).retryAfter).toBe(30);
  });

  it('refuses a write only while an identical write is in progress', async () => {
    let free = () => {};
    const gate = new Promise<void>((done) => (free = done));
    answer = async () => {
      await gate;
      return ok(null);
    };
    const first = calls.save({ id: 'a', size: 1 });
    expect(await failing(calls.save({ id: 'a', size: 1 }))).toMatchObject({
      kind: 'repeated',
      message: '操作太频繁，请勿重复请求',
    });
    const other = calls.save({ id: 'a', size: 2 });
    free();
    await Promise.all([first, other]);
    await calls.save({ id: 'a', size: 1 });
    expect(sent).toHaveLength(3);
  });

  it('signals a 401 once per session, except for a sign-in call', async () => {
    const heard: string[] = [];
    const stop = onSignal('expired', (words) => {
      heard.push(words);
      dropTokens({ all: true });
    });
    answer = () => json({ code: 1, msg: null, data: null }, 401);
    await Promise.all([failing(calls.one({ id: 'a' })), failing(calls.one({ id: 'b' })), failing(calls.token())]);
    stop();
    expect(heard).toEqual(['登录过期']);
  });

  it('signals failures globally, except 428, network failures and quiet calls', async () => {
    const heard: string[] = [];
    const stop = onSignal('failed', ({ message }) => heard.push(message));
    for (const status of [500, 428]) {
      answer = () => json({ code: 1, msg: `s${status}`, data: null }, status);
      await failing(calls.one({ id: 'a' }));
    }
    await failing(calls.one({ id: 'a' }, { quiet: true }));
    answer = () => Promise.reject(new TypeError('fetch failed'));
    expect(await failing(calls.one({ id: 'a' }))).toMatchObject({ kind: 'network', status: 0 });
    stop();
    expect(heard).toEqual(['s500']);
  });

  it('does not report a missing browser function as a network failure', async () => {
    answer = () => ok({ id: 'a', size: '1' });
    const own = Object.getOwnPropertyDescriptor(AbortSignal, 'any');
    Reflect.deleteProperty(AbortSignal, 'any');
    const signal = new AbortController().signal;
    await expect(calls.one({ id: 'a' }, { signal })).rejects.not.toMatchObject({ kind: 'network' });
    Object.defineProperty(AbortSignal, 'any', own ?? {});
    expect(sent).toEqual([]);
  });

  it('RP-07 shows 演示账号，不能操作。 when a demo user writes (演示环境)', async () => {
    const heard: string[] = [];
    const stop = onSignal('failed', ({ message }) => heard.push(message));
    answer = () => json({ code: 1, msg: '演示账号，不能操作。', data: '演示环境' }, 403);
    expect(await failing(calls.save({ id: 'a', size: 1 }))).toMatchObject({ status: 403, data: '演示环境' });
    stop();
    expect(heard).toEqual(['演示账号，不能操作。']);
  });

  it('signals a locked session instead of an error message', async () => {
    const heard: string[] = [];
    const stops = [onSignal('failed', () => heard.push('failed')), onSignal('locked', () => heard.push('locked'))];
    answer = () =>
      json({ code: 1, msg: 'x', data: { locked: true, name: '沈安然', since: '2026-03-02 10:00:00' } }, 403);
    await failing(calls.one({ id: 'a' }));
    stops.forEach((stop) => stop());
    expect(heard).toEqual(['locked']);
  });
});

it('retries a call with the new token when the session was renewed during it', async () => {
  answer = (request) => {
    if (request.headers.get('authorization') !== 'Bearer access') return ok({ id: 'a', size: 1 });
    const expiresAt = Date.now() + 3_600_000;
    setTokens({ key: 'k', access: 'next', refresh: 'refresh2', expiresAt, tenantId: '7', userId: 'u' });
    return json({ code: 1, msg: '登录过期', data: null }, 401);
  };
  const expired = vi.fn();
  const stop = onSignal('expired', expired);
  expect(await calls.one({ id: 'a' })).toEqual({ id: 'a', size: 1 });
  expect(sent).toHaveLength(2);
  expect(expired).not.toHaveBeenCalled();
  stop();
});
