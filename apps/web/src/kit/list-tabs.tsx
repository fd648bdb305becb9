import { limits } from '@anlan/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { countFilters } from '#ui/list/query.ts';
import type { Bound } from './resource.ts';
import type { ListTab } from './tab-rules.ts';
import type { Use } from './use-resource.ts';

/** A hook that reads the row counts of all tabs with one call. */
export type TabCounts = (use: Use) => Readonly<Record<string, number>> | undefined;

/** The tabs above a list: each is a filter preset with a row count. The counts ignore the user's filters below. */
export function ListTabs({ use, tabCounts }: { use: Use; tabCounts: TabCounts | undefined }) {
  const { bound, tabs, tab, setTab, painted } = use;
  const countByTab = tabCounts?.(use);
  if (tabs.length === 0) return null;
  return (
    <nav className="kit-tabs" aria-label={`${bound.of.label}分类`}>
      {tabs.map((one) => (
        <Tab
          key={one.key}
          of={one}
          bound={bound}
          isOn={one.key === tab?.key}
          counts={painted && tabCounts === undefined}
          known={countByTab?.[one.key]}
          onChoose={() => setTab(one)}
        />
      ))}
    </nav>
  );
}

interface Props {
  of: ListTab;
  bound: Bound;
  isOn: boolean;
  counts: boolean;
  known: number | undefined;
  onChoose: () => void;
}

function Tab({ of: { label, filter, isAlarm }, bound, isOn, counts, known, onChoose }: Props) {
  const { data = known } = useQuery({ ...bound.count(filter), enabled: counts });
  return (
    <button type="button" {...(isOn ? { 'aria-current': 'true' } : {})} onClick={onChoose}>
      {label}
      {/* Reserves space until the count is loaded. */}
      <small className={isAlarm && data ? 'kit-tabs-alarm' : ''}>
        {data === undefined ? '　' : `${data.toLocaleString('zh-CN')}${counts && data === limits.totalCap ? '+' : ''}`}
      </small>
    </button>
  );
}

/** The text for an empty tab, when the user set no other filter. */
export const emptyTab = ({ tab, query, bound: { of } }: Use): string | undefined =>
  tab && countFilters(tab.filter) > 0 && query.filters === 0
    ? (tab.empty ?? `没有${tab.label}的${of.label}`)
    : undefined;
