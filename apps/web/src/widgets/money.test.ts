import { describe, expect, it } from 'vitest';
import { fenOf, moneyText, wanOf } from './money.ts';

describe('amounts of money', () => {
  it('are converted between fen and 万元 without loss', () => {
    for (const fen of [0, 1, 12_345_678, 4_000_000_000]) expect(fenOf(wanOf(fen))).toBe(fen);
    expect(wanOf(null)).toBeNull();
  });

  it('are formatted in the usual unit', () => {
    expect(moneyText(100_000_000_000)).toBe('100,000 万元');
    expect(moneyText(123_456)).toBe('1,234.56 元');
  });
});
