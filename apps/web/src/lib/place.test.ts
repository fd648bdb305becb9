import { describe, expect, it } from 'vitest';
import { isOwnPath, place } from './place.ts';

describe('placing fields', () => {
  it('puts a GET field into the query, repeats an array and leaves out what is not there', () => {
    const { target, body } = place(
      { method: 'GET', path: '/bus/enterprise/page', in: {} },
      { current: 2, status: ['1', '2'], name: '安 澜', keyword: undefined, officerId: null },
    );
    expect(target).toBe('/bus/enterprise/page?current=2&status=1&status=2&name=%E5%AE%89+%E6%BE%9C');
    expect(body).toBeUndefined();
  });

  it('puts a POST field into the body, where null clears, unless the row says otherwise', () => {
    const { target, body } = place(
      { method: 'POST', path: '/bus/setmeal/shelf/{id}', in: { id: 'path', shelf: 'query' } },
      { id: 'a/b', shelf: '1', note: null },
    );
    expect(target).toBe('/bus/setmeal/shelf/a%2Fb?shelf=1');
    expect(body).toEqual({ note: null });
  });

  it('escapes a plus sign, which a password cipher often holds', () => {
    expect(place({ method: 'POST', path: '/p', in: { password: 'query' } }, { password: 'a+b/=' }).target).toBe(
      '/p?password=a%2Bb%2F%3D',
    );
  });

  it('knows a path of our own from an address elsewhere', () => {
    expect(isOwnPath('/upms/menu')).toBe(true);
    for (const bad of ['https://evil', '//evil', '/\\evil', 'upms/menu']) expect(isOwnPath(bad)).toBe(false);
  });
});
