import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceOf } from './rules.ts';

const kit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${kit} Chrome/131.0.0.0 Safari/537.36`,
    'Chrome 浏览器 131 · Windows 电脑',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${kit} Chrome/131.0 Safari/537.36 Edg/131.0`, 'Edge 浏览器 131 · Windows 电脑'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_1) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15',
    'Safari 浏览器 17 · Mac 电脑',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1',
    'Safari 浏览器 17 · iPhone 手机',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; V2304A) ${kit} Version/4.0 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.44`,
    '微信 8 · 安卓手机',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', '火狐浏览器 132 · Linux 电脑'],
  ['curl/8.5.0', '未知设备'],
  ['', '未知设备'],
])('names the user agent %s as %s', (userAgent, words) => expect(deviceOf(userAgent)).toBe(words));

test('gives one of the short device names for any user agent', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 256 }), (text) => {
      expect(deviceOf(text)).toMatch(/^[\p{Script=Han}\w ·]{2,40}$/u);
    }),
  );
});
