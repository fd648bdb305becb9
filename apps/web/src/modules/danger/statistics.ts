// Pure functions for the danger statistics: periods, groups and links to the counted rows.
import { startOfDay, endOfDay } from '@anlan/contract/domain/instant';
import type { Danger, DangerFilter } from '@anlan/contract/modules/danger/resource';
import type { WaitingSide } from '@anlan/contract/modules/danger/views';
import { rowsPath } from './list-params.ts';

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

const monthEnd = (month: string): string => {
  const [year = 0, at = 1] = month.split('-').map(Number);
  return `${month}-${String(new Date(Date.UTC(year, at, 0)).getUTCDate()).padStart(2, '0')}`;
};

export const sideWords: Readonly<Record<WaitingSide['side'], { label: string; limit: string }>> = {
  enterprise: { label: '企业整改', limit: '整改期限' },
  head: { label: '主要负责人签批', limit: '整改期限或复查工作日' },
  verifier: { label: '企业复查', limit: '复查工作日' },
  regulator: { label: '监管复查', limit: '复查工作日' },
  sample: { label: '监管抽样复核', limit: '复核工作日' },
};
/** Address of the dangers that wait for a party: all, or only the late ones. */
export const waitingPath = (
  side: WaitingSide['side'],
  { region }: { region: string | null },
  { late = false } = {},
): string =>
  rowsPath('all', {
    ...(side === 'sample' ? { sampled: true } : { turn: [side] }),
    ...(late ? { late } : side === 'sample' ? {} : { unclosed: true }),
    ...(region ? { region: [region] } : {}),
  });

export type Counted = 'found' | 'accepted' | 'overdue' | 'major' | 'repeats';
const states = ['open', 'rectifying', 'returned', 'submitted', 'accepted'] as const satisfies Danger['status'][];
const counted: Readonly<Record<Counted, DangerFilter>> = {
  found: { status: [...states] },
  accepted: { status: ['accepted'] },
  overdue: { overdue: true },
  major: { level: ['major'], status: [...states] },
  repeats: { repeat: true, status: [...states] },
};

/** Address of the danger list, filtered to the dangers that a statistic counts. */
export function rowsOf(
  of: Counted,
  { from, to }: { from: string; to: string },
  { region }: { region: string | null },
  line?: { group: Group; key: string },
): string {
  let [first, last] = [from, to];
  const filter: DangerFilter = { ...counted[of], ...(region ? { region: [region] } : {}) };
  if (line?.group === 'month') {
    first = `${line.key}-01` > first ? `${line.key}-01` : first;
    last = monthEnd(line.key) < last ? monthEnd(line.key) : last;
  }
  if (line?.group === 'category') filter.category = [line.key];
  if (line?.group === 'department') filter.dutyDepartment = line.key;
  if (line?.group === 'source') filter.source = [line.key];
  if (line?.group === 'enterprise') filter.enterpriseId = line.key;
  // The ranges of the list filter include both ends. Stored times have whole seconds.
  return rowsPath('all', {
    ...filter,
    foundAtFrom: startOfDay(first),
    foundAtTo: new Date(endOfDay(last).getTime() - 1000),
  });
}
