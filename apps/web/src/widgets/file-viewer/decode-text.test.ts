import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

test('decodes a text in its own encoding, also when the last character is incomplete', () => {
  const utf8 = new TextEncoder().encode('安全生产，责任到人');
  expect(decodeText(utf8)).toEqual({ text: '安全生产，责任到人', encoding: 'UTF-8' });
  expect(decodeText(utf8.subarray(0, utf8.length - 1))).toEqual({ text: '安全生产，责任到', encoding: 'UTF-8' });
  expect(decodeText(Uint8Array.from([0xef, 0xbb, 0xbf, 0x61])).text).toBe('a');
  const gbk = Uint8Array.from([0xb0, 0xb2, 0xc8, 0xab, 0x2c]);
  expect(decodeText(gbk)).toEqual({ text: '安全,', encoding: 'GB 18030' });
  expect(decodeText(gbk.subarray(0, 3)).text).toBe('安');
  expect(decodeText(Uint8Array.from([0xff, 0xfe, 0x89, 0x5b]))).toEqual({ text: '安', encoding: 'UTF-16' });
  expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'UTF-8' });
});
