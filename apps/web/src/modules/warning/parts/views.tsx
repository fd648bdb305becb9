import type { WarningFilter } from '@anlan/contract/modules/warning/resource';
import { useQuery } from '@tanstack/react-query';
import type { PagePart } from '#kit/resource-page.tsx';
import { levelCounts } from '../calls.ts';
import { viewOf, views, type View } from '../rules.ts';
import './warning.css';

export const Views: PagePart = ({ use: { query } }) => {
  const { data } = useQuery(levelCounts());
  // The filter of the page is untyped. The cast gives it the type of this resource.
  const filter = query.input.filter as WarningFilter;
  const active = viewOf(filter);
  const countOf = ({ key, level }: View): number | null => {
    if (!data) return null;
    if (level) return data[level];
    return key === 'open' ? data.expired + data.urgent + data.soon + data.early : null;
  };
  return (
    <div className="warning-views" role="group" aria-label="预警视图">
      {views.map((view) => {
        const count = countOf(view);
        return (
          <button
            key={view.key}
            type="button"
            title={view.title}
            aria-pressed={view.key === active}
            onClick={() => query.setFilter({ status: undefined, level: undefined, ...view.filter })}
          >
            {view.level ? <span className={`warning-level ${view.level}`}>{view.label}</span> : view.label}
            {count !== null && <b>{count}</b>}
          </button>
        );
      })}
    </div>
  );
};
