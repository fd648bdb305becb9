import { useQuery } from '@tanstack/react-query';
import { countFilters } from '#ui/list/query.ts';
import type { Bound } from './resource.ts';
import type { ListTab } from './tab-rules.ts';
import type { Use } from './use-resource.ts';

/** Presets of filters above a list; how many each holds does not depend on the filters below it. */
export function ListTabs({ use: { bound, tabs, tab, setTab, painted } }: { use: Use }) {
  if (tabs.length === 0) return null;
  return (
    <nav className="kit-tabs" aria-label={`${bound.of.label}分类`}>
      {tabs.map((one) => (
        <Tab
          key={one.key}
          of={one}
          bound={bound}
          isOn={one.key === tab?.key}
          counts={painted}
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
  /** Whether it is time to ask how many there are. */
  counts: boolean;
  onChoose: () => void;
}

function Tab({ of: { label, filter, isAlarm }, bound, isOn, counts, onChoose }: Props) {
  const { data } = useQuery({ ...bound.count(filter), enabled: counts });
  return (
    <button type="button" {...(isOn ? { 'aria-current': 'true' } : {})} onClick={onChoose}>
      {label}
      {/* It keeps its place until it is known. */}
      <small className={isAlarm && data ? 'kit-tabs-alarm' : ''}>{data?.toLocaleString('zh-CN') ?? '　'}</small>
    </button>
  );
}

/** What a tab without rows is called where nothing else narrows it. */
export const emptyTab = ({ tab, query, bound: { of } }: Use): string | undefined =>
  tab && countFilters(tab.filter) > 0 && query.filters === 0 ? `没有${tab.label}的${of.label}` : undefined;
