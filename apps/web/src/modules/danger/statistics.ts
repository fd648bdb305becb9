// Pure functions for the danger statistics: periods and groups.

export type Group = 'month' | 'category' | 'department' | 'source' | 'enterprise';
export const groupWords: Readonly<Record<Group, string>> = {
  month: '按月',
  category: '按类别',
  department: '按责任部门',
  source: '按来源',
  enterprise: '按企业',
};
export const groupOf = (named: string | null, several: boolean): Group =>
  named !== null && Object.hasOwn(groupWords, named) && (several || named !== 'enterprise')
    ? (named as Group)
    : 'category';

export const spans = { month: '本月', quarter: '本季度', year: '本年', twelve: '近 12 个月' } as const;
export function spanOf(name: keyof typeof spans, today: string): { from: string; to: string } {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const first = (y: number, m: number) => `${y}-${String(m).padStart(2, '0')}-01`;
  const from = {
    month: first(year, month),
    quarter: first(year, Math.floor((month - 1) / 3) * 3 + 1),
    year: first(year, 1),
    twelve: month === 12 ? first(year, 1) : first(year - 1, month + 1),
  }[name];
  return { from, to: today };
}
