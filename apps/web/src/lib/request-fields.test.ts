import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOwnPath, place } from './request-fields.ts';

describe('placing the fields of a call and checking paths', () => {
  it('puts the fields of a GET call into the query, without missing values', () => {
    const { target, body } = place(
      { method: 'GET', path: '/bus/enterprise/page', in: {} },
      { current: 2, status: ['1', '2'], name: '安 澜', keyword: undefined, officerId: null },
    );
    expect(target).toBe('/bus/enterprise/page?current=2&status=1&status=2&name=%E5%AE%89+%E6%BE%9C');
    expect(body).toBeUndefined();
  });

  it('puts the fields of a POST call into the body, unless the call says otherwise', () => {
    const { target, body } = place(
      { method: 'POST', path: '/bus/setmeal/shelf/{id}', in: { id: 'path', shelf: 'query' } },
      { id: 'a/b', shelf: '1', note: null },
    );
    expect(target).toBe('/bus/setmeal/shelf/a%2Fb?shelf=1');
    expect(body).toEqual({ note: null });
  });

  it('escapes a plus sign, which encrypted passwords often contain', () => {
    expect(place({ method: 'POST', path: '/p', in: { password: 'query' } }, { password: 'a+b/=' }).target).toBe(
      '/p?password=a%2Bb%2F%3D',
    );
  });

  it('S45 separates paths of this server from external URLs', () => {
    for (const own of ['/upms/menu', '/bus/enterprise/page?keyword=a%20b&x=%5C', '/%09/evil', '/a//b'])
      expect(isOwnPath(own)).toBe(true);
    const others = [
      'https://evil',
      '//evil',
      '/\\evil',
      'upms/menu',
      '/\t/evil',
      '/\n/evil',
      '/\r\n/evil',
      '\t//evil',
      ' /a',
    ];
    const more = [
      ['javascript', 'x'].join(':'),
      'data:x',
      'blob:x',
      'https:evil',
      '\\\\evil',
      '///evil',
      '/a\\b',
      '',
      '?a=/b',
      '#/a',
      './a',
    ];
    for (const bad of [...others, ...more]) expect(isOwnPath(bad), bad).toBe(false);
  });

  it('S45 accepts only paths that a browser resolves to our own origin', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      '\r',
      ' ',
      ':',
      '@',
      '.',
      '?',
      '#',
      'evil.example',
      'https',
      '%09',
      '%2f',
      '甲',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const target = parts.join('');
        if (isOwnPath(target)) expect(new URL(target, 'http://own.example').origin).toBe('http://own.example');
      }),
      { numRuns: 5_000 },
    );
  });
});
