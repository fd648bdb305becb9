import { expect, test } from 'vitest';
import { browserName } from './rules.ts';

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome 156 · Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge 131 · Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148 Safari/604.1',
    'Safari 17 · iOS',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
])('formats the user agent %s as %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
