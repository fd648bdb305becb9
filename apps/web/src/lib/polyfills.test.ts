import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const owners: [object, string[]][] = [
  [Array.prototype, ['toSorted', 'toReversed']],
  [String.prototype, ['toWellFormed']],
  [URL, ['canParse']],
  [AbortSignal, ['timeout', 'any']],
];
let own: [object, string, PropertyDescriptor][] = [];

beforeEach(async () => {
  vi.resetModules();
  own = owners.flatMap(([owner, names]) =>
    names.flatMap((name): [object, string, PropertyDescriptor][] => {
      const held = Object.getOwnPropertyDescriptor(owner, name);
      Reflect.deleteProperty(owner, name);
      return held ? [[owner, name, held]] : [];
    }),
  );
  await import('./polyfills.ts');
});
afterEach(() => {
  for (const [owner, name, held] of own) Object.defineProperty(owner, name, held);
});

describe('polyfills of missing functions', () => {
  it('sort and reverse a copy of a list', () => {
    const list = [3, 1, 2];
    expect(list.toSorted()).toEqual([1, 2, 3]);
    expect(list.toSorted((one, other) => other - one)).toEqual([3, 2, 1]);
    expect(list.toReversed()).toEqual([2, 1, 3]);
    expect(list).toEqual([3, 1, 2]);
    const seen: string[] = [];
    for (const key in list) seen.push(key);
    expect(seen).toEqual(['0', '1', '2']);
  });

  it('replace only lone surrogates in a text', () => {
    expect('安\ud800澜😀\udc00'.toWellFormed()).toBe('安\ufffd澜😀\ufffd');
    expect(URL.canParse('https://anlan.test/a')).toBe(true);
    expect(URL.canParse('/a', 'https://anlan.test')).toBe(true);
    expect(URL.canParse('/a')).toBe(false);
  });

  it('abort with the first of several signals', async () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const both = AbortSignal.any([one.signal, other.signal]);
    expect(both.aborted).toBe(false);
    other.abort('given up');
    one.abort('too late');
    expect(both.reason).toBe('given up');
    expect(AbortSignal.any([one.signal]).reason).toBe('too late');
    const limit = AbortSignal.timeout(1);
    await new Promise((done) => limit.addEventListener('abort', done));
    expect(limit.reason).toMatchObject({ name: 'TimeoutError' });
  });
});
