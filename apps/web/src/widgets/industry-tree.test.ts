import { describe, expect, it } from 'vitest';
import { industryTree, matchesIndustry } from './industry-tree.ts';

const sections = [
  { code: 'G', name: '交通运输、仓储和邮政业', children: [{ code: 'G54', name: '道路运输业', pinyin: 'dlysy' }] },
];
const road = industryTree(sections, false)[0]?.children?.[0]?.search ?? '';

describe('tree of industries', () => {
  it.each(['dl', 'DLYS', '54', 'G54', '道路', '运输业'])('finds 道路运输业 by %s', (typed) => {
    expect(matchesIndustry(typed, road)).toBe(true);
  });

  it('does not find 道路运输业 by unrelated text', () => {
    expect(matchesIndustry('4', road)).toBe(false);
    expect(matchesIndustry('煤', road)).toBe(false);
  });

  it('makes whole sections selectable only on request', () => {
    expect(industryTree(sections, false)[0]?.selectable).toBe(false);
    expect(industryTree(sections, true)[0]?.selectable).toBe(true);
  });
});
