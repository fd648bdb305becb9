import { expect, it } from 'vitest';
import { cutName } from './cut-name.ts';

it('LY-05 cuts a nickname after ten visible characters', () => {
  expect(cutName('林知远')).toBe('林知远');
  expect(cutName('一二三四五六七八九十')).toBe('一二三四五六七八九十');
  expect(cutName('一二三四五六七八九十甲')).toBe('一二三四五六七八九十…');
  expect(cutName('😀'.repeat(11))).toBe(`${'😀'.repeat(10)}…`);
});
