import { describe, expect, it } from 'vitest';
import { industryTree, matchesIndustry } from './industry-tree.ts';

const sections = [
  { code: 'G', name: '交通运输、仓储和邮政业', children: [{ code: 'G54', name: '道路运输业', pinyin: 'dlysy' }] },
];
const road = industryTree(sections, false)[0]?.children?.[0]?.search ?? '';

describe('the tree of industries', () => {
  it.each(['dl', 'DLYS', '54', 'G54', '道路', '运输业'])('finds 道路运输业 by %s', (typed) => {
    expect(matchesIndustry(typed, road)).toBe(true);
  });

  it('does not find it by what is not its own', () => {
    expect(matchesIndustry('4', road)).toBe(false);
    expect(matchesIndustry('煤', road)).toBe(false);
  });

  it('lets a section be chosen only where that is asked for', () => {
    expect(industryTree(sections, false)[0]?.selectable).toBe(false);
    expect(industryTree(sections, true)[0]?.selectable).toBe(true);
  });
});
