import { numberText } from '@anlan/contract/domain/number-text';
import type { DangerCounts } from '@anlan/contract/modules/danger/views';
import { useRef, type KeyboardEvent } from 'react';
import { tabs, type Tab } from '../rules.ts';

const order = Object.keys(tabs) as Tab[];
const countOf: Readonly<Record<Tab, keyof Omit<DangerCounts, 'lastFoundOn'>>> = {
  todo: 'rectify',
  recheck: 'recheck',
  late: 'overdue',
  major: 'major',
  all: 'all',
};
const meaning: Readonly<Record<Tab, string>> = {
  todo: '待整改、整改中、已退回',
  recheck: '已提交整改，等待复查',
  late: '期限已过、还没有提交整改',
  major: '没有销号的重大隐患',
  all: '不含已删除的全部隐患',
};

interface Props {
  tab: Tab;
  counts: DangerCounts | undefined;
  onChange: (tab: Tab) => void;
}

/** Tabs of the list with how many rows each has; the counts do not follow the filters below. */
export function DangerTabs({ tab, counts, onChange }: Props) {
  const all = useRef(new Map<Tab, HTMLButtonElement>());
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = order[(order.indexOf(tab) + by + order.length) % order.length] ?? tab;
    all.current.get(next)?.focus();
    onChange(next);
  };
  return (
    <div className="danger-tabs" role="tablist" aria-label="隐患范围">
      {order.map((one) => (
        <button
          key={one}
          ref={(button) => {
            if (button) all.current.set(one, button);
          }}
          type="button"
          role="tab"
          aria-selected={tab === one}
          tabIndex={tab === one ? 0 : -1}
          title={meaning[one]}
          onClick={() => onChange(one)}
          onKeyDown={press}
        >
          {tabs[one]}
          {counts && (
            <b className={one === 'late' && counts.overdue > 0 ? 'is-late' : ''}>{numberText(counts[countOf[one]])}</b>
          )}
        </button>
      ))}
    </div>
  );
}
