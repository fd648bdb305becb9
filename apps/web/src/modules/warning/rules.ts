import { numberText } from '@anlan/contract/domain/number-text';
import type { Warning, WarningFilter, WarningLevel } from '@anlan/contract/modules/warning/resource';

/** Labels of the warning levels, worst first. */
export const levelWords: Readonly<Record<WarningLevel, string>> = {
  expired: '已过期',
  urgent: '紧急',
  soon: '临期',
  early: '提前',
};
export const levelDays: Readonly<Record<WarningLevel, string>> = {
  expired: '已过有效期',
  urgent: '7 天内到期',
  soon: '30 天内到期',
  early: '已到首次提醒日，30 天以后到期',
};

export function leftText(days: number): string {
  if (days < 0) return `过期 ${numberText(-days)} 天`;
  return days === 0 ? '今天到期' : `剩 ${numberText(days)} 天`;
}

const unsettled = ['open', 'acknowledged'] as const satisfies NonNullable<WarningFilter['status']>;

export interface View {
  key: string;
  label: string;
  title: string;
  filter: WarningFilter;
  level?: WarningLevel;
}
export const views: readonly View[] = [
  {
    key: 'open',
    label: '待办结',
    title: '已到提醒日、还没有续办的事项',
    filter: { status: [...unsettled] },
  },
  ...(Object.keys(levelWords) as WarningLevel[]).map((level) => ({
    key: level,
    label: levelWords[level],
    title: levelDays[level],
    level,
    filter: { status: [...unsettled], level: [level] },
  })),
  { key: 'ledger', label: '到期台账', title: '全部登记的有效期，含未到期和已续办的', filter: {} },
];

const same = (one: readonly string[] | undefined, other: readonly string[] | undefined) =>
  [...(one ?? [])].sort().join() === [...(other ?? [])].sort().join();
/** Key of the view whose status and level equal the filter. Other filter fields are ignored. */
export const viewOf = ({ status, level }: WarningFilter): string | undefined =>
  views.find(({ filter }) => same(filter.status, status) && same(filter.level, level))?.key;

export const sameDayAddress = ({ enterpriseId, itemType, validTo }: Warning): string =>
  `/bus/enterprisewarn/index?${new URLSearchParams({ enterpriseId, itemType, validToFrom: validTo, validToTo: validTo }).toString()}`;
