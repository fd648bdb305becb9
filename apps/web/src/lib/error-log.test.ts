import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, networkError } from './api-error.ts';
import { clearErrorLog, errorLog, recordError, recordThrown } from './error-log.ts';

const secrets = ['5f3a9c', 'Anlan@2026', '13800138000', '林知远的住址'];

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/bus/enterprise/index', search: '?keyword=5f3a9c' });
  clearErrorLog();
});
afterEach(() => vi.unstubAllGlobals());

describe('the local error log (ER-07)', () => {
  it('counts a repeated error in one entry', () => {
    for (let times = 0; times < 3; times++) recordThrown('js', new TypeError('x is not a function'), 'at List');
    recordError({ type: 'promise', message: 'other' });
    const [first, second] = errorLog();
    expect(first).toMatchObject({
      type: 'js',
      message: 'TypeError: x is not a function',
      info: 'at List',
      url: '/bus/enterprise/index',
      sent: false,
    });
    expect(
      errorLog()
        .map(({ count }) => count)
        .toSorted(),
    ).toEqual([1, 3]);
    expect(first?.stack ?? second?.stack).toContain('error-log.test.ts');
  });

  it('drops the oldest entries above the limit of count or size', () => {
    for (let nth = 0; nth < 1_000; nth++) recordError({ type: 'js', message: `m${nth}`, stack: 's'.repeat(20_000) });
    const log = errorLog();
    expect(log.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify(log).length).toBeLessThan(260_000);
    expect(log.at(-1)?.message).toBe('m999');
  });

  it('S46 contains no query, response body or phone number', () => {
    const texts = [
      'failed: https://own.example/bus/page?keyword=5f3a9c&password=Anlan@2026',
      'at f (https://own.example/assets/list-a1.js?v=5f3a9c:12:345)',
      'GET /bus/enterprise/page?name=林知远的住址 failed',
      `Unexpected token 'x', "{"phone":"13800138000","home":"林知远的住址"}" is not valid JSON`,
      'access_token=5f3a9c rejected for 13800138000',
      'data:text/html,5f3a9c',
    ];
    for (const text of texts) recordError({ type: 'js', message: text, stack: text, info: text });
    const storedText = JSON.stringify(errorLog());
    for (const secret of secrets) expect(storedText).not.toContain(secret);
    expect(storedText).toContain('/assets/list-a1.js:12:345');
    expect(storedText).toContain('138****8000');
  });

  it('ignores failed calls and aborted requests', () => {
    recordThrown('promise', networkError());
    recordThrown('promise', new ApiError({ kind: 'answered', status: 400, message: '手机号 13800138000 已存在' }));
    recordThrown('promise', new DOMException('Aborted', 'AbortError'));
    expect(errorLog()).toEqual([]);
  });

  it('records a failed chunk load under its own name (ER-06)', () => {
    recordThrown('js', new TypeError('Failed to fetch dynamically imported module: https://own.example/assets/a.js'));
    recordThrown('js', new Error('Unable to preload CSS for /assets/a.css'));
    expect(errorLog().map(({ type }) => type)).toEqual(['ChunkLoadError', 'CSS_CHUNK_LOAD_FAILED']);
  });
});
