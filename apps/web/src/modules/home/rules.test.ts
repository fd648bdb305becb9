import { numberText } from '@anlan/contract/domain/number-text';
import { enterpriseMeasures } from '@anlan/contract/modules/enterprise/measures';
import { describe, expect, it } from 'vitest';
import {
  axisOf,
  changeText,
  dangerDue,
  dueWords,
  greetingAt,
  leftWords,
  membershipNote,
  restText,
  turnText,
  trendChart,
} from './rules.ts';
import { sumsOf } from '#widgets/chart/rules.ts';
import { meaningOf } from '#widgets/measured.tsx';

describe('the home page', () => {
  it('explains how a number is calculated', () => {
    const figure = {
      measure: 'enterprise.joined',
      value: null,
      numerator: 0,
      denominator: 0,
      href: null,
      partHref: null,
    };
    const share = { ...figure, from: null, to: null, asOf: new Date('2026-03-02T02:00:00Z') };
    const { joined, added } = enterpriseMeasures;
    expect(numberText(share.value)).toBe('—');
    expect(meaningOf(joined, share)).toEqual([joined.definition, '分子 0，分母 0', '截至 2026-03-02 10:00']);
    expect(meaningOf(added, { ...share, denominator: null, from: '2026-03-01', to: '2026-03-02' })[1]).toBe(
      '统计区间 2026-03-01 至 2026-03-02',
    );
  });

  it('compares a count with the same days of the month before', () => {
    expect([changeText(5, 2), changeText(2, 2), changeText(0, 2)]).toEqual([
      '较上月同期 +3',
      '较上月同期 持平',
      '较上月同期 −2',
    ]);
  });

  it('greets the user by the hour of day', () => {
    expect([3, 8, 10, 13, 15, 20].map(greetingAt)).toEqual([
      '夜深了',
      '早上好',
      '上午好',
      '中午好',
      '下午好',
      '晚上好',
    ]);
  });

  it('formats days left and days since expiry, with a colour', () => {
    expect(leftWords(-3)).toEqual({ text: '已过期 3 天', tone: 'red' });
    expect(leftWords(0).tone).toBe('red');
    expect(leftWords(7).tone).toBe('orange');
    expect(leftWords(8)).toEqual({ text: '剩 8 天', tone: 'grey' });
  });

  it('formats the deadline of a to-do relative to today, with a colour', () => {
    expect(dueWords('2026-03-01', '2026-03-03')).toEqual({ text: '超 2 天', tone: 'red' });
    expect(dueWords('2026-03-03', '2026-03-03')).toEqual({ text: '今天', tone: 'orange' });
    expect(dueWords('2026-03-04', '2026-03-03')).toEqual({ text: '明天', tone: 'orange' });
    expect(dueWords('2026-04-01', '2026-03-03')).toEqual({ text: '04-01', tone: 'grey' });
    expect(dueWords(null, '2026-03-03').text).toBe('');
  });

  it('draws a chart with the same numbers as the table', () => {
    const months = [
      { month: '2026-01', red: 1, orange: 2, yellow: 3, blue: 4, unrated: 5 },
      { month: '2026-02', red: 0, orange: 0, yellow: 0, blue: 7, unrated: 0 },
    ];
    const chart = trendChart(months);
    expect(chart.categories).toEqual(['2026-01', '2026-02']);
    expect(chart.series.map(({ name, values }) => [name, ...values])).toEqual([
      ['未评', 5, 0],
      ['蓝', 4, 7],
      ['黄', 3, 0],
      ['橙', 2, 0],
      ['红', 1, 0],
    ]);
    expect(sumsOf(chart)).toEqual([15, 7]);
    expect(sumsOf({ categories: ['一'], series: [{ name: '率', color: '--accent', values: [null] }] })).toEqual([null]);
  });
});

it('shows the membership note from thirty days before expiry on', () => {
  const firstSentence = (on: string | null) => membershipNote(on, '2026-11-23')?.split('。')[0];
  expect(firstSentence(null)).toBeUndefined();
  expect(firstSentence('2026-12-24')).toBeUndefined();
  expect(firstSentence('2026-12-23')).toBe('会员将于 2026-12-23 到期，还有 30 天');
  expect(firstSentence('2026-11-23')).toBe('会员今天到期');
  expect(firstSentence('2026-10-01')).toBe('会员已于 2026-10-01 到期');
});

it('starts a chart axis at zero, with even steps that reach the maximum', () => {
  for (const most of [1, 3, 7, 40, 99, 1124, 9874]) {
    const axis = axisOf(most);
    expect(axis[0]).toBe(0);
    expect(axis.at(-1)).toBeGreaterThanOrEqual(most);
    expect(axis.length).toBeLessThanOrEqual(6);
    expect(new Set(axis.slice(1).map((value, at) => value - (axis[at] ?? 0))).size).toBe(1);
  }
});

it('shows who must act on a danger and for how long', () => {
  expect(turnText({ turn: 'enterprise', turnName: '王磊' }, 9)).toBe('王磊 · 等待 9 天');
  expect(turnText({ turn: 'regulator', turnName: null }, 0)).toBe('监管复查 · 今天轮到');
  expect(turnText({ turn: null, turnName: null }, null)).toBe('');
  expect(dangerDue({ leftDays: -2, status: 'open' })).toEqual({ text: '超期 2 天', tone: 'bad' });
  expect(dangerDue({ leftDays: -2, status: 'submitted' }).text).toBe('');
  expect(dangerDue({ leftDays: 0, status: 'rectifying' }).text).toBe('今天到期');
});

it('summarises the rows that a list does not show', () => {
  const links = { measure: 'enterprise.supervised', href: null, partHref: null };
  const figure = { ...links, numerator: 1, denominator: 9, from: null, to: null, asOf: new Date() };
  const parts = [5, 2, 1, 1].map((value, at) => ({ ...figure, value, type: String(at), label: String(at) }));
  expect(restText(parts, 2)).toBe('其余 2 个区域 2 家');
  expect(restText(parts, 4)).toBeNull();
});
