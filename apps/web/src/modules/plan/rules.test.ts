import { describe, expect, it } from 'vitest';
import { fenIn, priceText, yuanIn } from './rules.ts';

const price = { year: 1, transactionPrice: 198_000, money: 198_000, welfare: '0', giftMonth: 0 } as const;

describe('prices of a membership plan', () => {
  it('CN-07 are formatted with years and gift months, or with the former price', () => {
    expect(priceText(price)).toBe('1年 ¥1,980.00');
    expect(priceText({ ...price, year: 2, transactionPrice: 368_000, welfare: '1', giftMonth: 3 })).toBe(
      '连续2年 ¥3,680.00，赠 3 个月',
    );
    expect(priceText({ ...price, year: 3, transactionPrice: 468_000, money: 594_000, welfare: '2' })).toBe(
      '连续3年 ¥4,680.00，原价 ¥5,940.00',
    );
  });

  it('are converted between yuan and fen without loss', () => {
    for (const fen of [1, 1_010, 199_999, 468_000]) expect(fenIn(yuanIn(fen))).toBe(fen);
    expect(yuanIn(undefined)).toBeNull();
    expect(fenIn(null)).toBe(0);
  });
});
