import { expect, test } from 'vitest';
import { countText, numberText, percentText, shareText, sizeText } from './number-text.ts';

test('formats a number with thousands, unit and minus sign', () => {
  expect(countText(1882, '家')).toBe('1,882 家');
  expect(countText(30.5, '°')).toBe('30.5°');
  expect(countText(null, '家')).toBe('—');
  expect(numberText(-1234.5)).toBe('−1,234.5');
  expect(numberText(-0.0001, 2)).toBe('0');
});

test('formats a share with at most one decimal', () => {
  expect(percentText(62.6)).toBe('62.6 %');
  expect(percentText(100)).toBe('100 %');
  expect(shareText(1, 3)).toBe('33.3 %');
  expect(shareText(0, 0)).toBe('—');
  expect(shareText(9999, 10_000)).toBe('99.9 %');
});

test('formats file sizes in a suitable unit', () => {
  expect(sizeText(10)).toBe('1 KB');
  expect(sizeText(1.5 * 2 ** 20)).toBe('1.5 MB');
  expect(sizeText(2300 * 2 ** 30)).toBe('2,300 GB');
});
