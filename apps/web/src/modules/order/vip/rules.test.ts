import { describe, expect, it } from 'vitest';
import { clockText, memberLine, stepOf } from './rules.ts';

describe('buying a membership', () => {
  it('formats the remaining time to pay in minutes and seconds', () => {
    expect(clockText(28 * 60_000 + 41_000)).toBe('28 分 41 秒');
    expect(clockText(60_000)).toBe('1 分 00 秒');
    expect(clockText(900)).toBe('1 秒');
    expect(clockText(-5_000)).toBe('0 秒');
  });

  it('shows the expiry date of the current membership', () => {
    expect(memberLine('甲公司', '2026-12-09', 16)).toBe('甲公司 · 现有会员 2026-12-09 到期，剩 16 天');
    expect(memberLine('甲公司', '2026-11-01', -22)).toBe('甲公司 · 会员已于 2026-11-01 到期');
    expect(memberLine('甲公司', null, null)).toBe('甲公司 · 还没有开通会员');
  });

  it('ST-05 derives the purchase step from the order, the selection and the network state', () => {
    const calm = { isReady: true, isRefused: false, isAway: false };
    expect(stepOf({ ...calm, order: undefined, isReady: false })).toBe('choosing');
    expect(stepOf({ ...calm, order: undefined })).toBe('opening');
    expect(stepOf({ ...calm, order: undefined, isRefused: true })).toBe('refused');
    expect(stepOf({ ...calm, order: { status: 'unpaid' } })).toBe('waiting');
    expect(stepOf({ ...calm, order: { status: 'unknown' } })).toBe('waiting');
    expect(stepOf({ ...calm, order: { status: 'unpaid' }, isAway: true })).toBe('offline');
    expect(stepOf({ ...calm, order: { status: 'closed' }, isAway: true })).toBe('over');
    // When the payment is received, the step is `paid` whatever the other inputs are.
    expect(stepOf({ order: { status: 'paid' }, isReady: false, isRefused: true, isAway: true })).toBe('paid');
  });
});
