import { describe, expect, it } from 'vitest';
import { greetingAt, leftWords, listAddress } from './rules.ts';

describe('the home page', () => {
  it('leads each tile to the list with the tile’s own filter, in the words of the wire', () => {
    expect(listAddress({})).toBe('/bus/enterprise/index');
    expect(listAddress({ status: ['underReview'] })).toBe('/bus/enterprise/index?status=1');
    expect(listAddress({ color: ['red', 'orange'] })).toBe('/bus/enterprise/index?color=1&color=2');
    expect(listAddress({ expiring: 30 })).toBe('/bus/enterprise/index?expiring=30');
  });

  it('greets by the hour', () => {
    expect([3, 8, 10, 13, 15, 20].map(greetingAt)).toEqual([
      '夜深了',
      '早上好',
      '上午好',
      '中午好',
      '下午好',
      '晚上好',
    ]);
  });

  it('says how much time is left, and that it is gone', () => {
    expect(leftWords(-3)).toEqual({ text: '已过期 3 天', tone: 'red' });
    expect(leftWords(0).tone).toBe('red');
    expect(leftWords(7).tone).toBe('orange');
    expect(leftWords(8)).toEqual({ text: '剩 8 天', tone: 'grey' });
  });
});
