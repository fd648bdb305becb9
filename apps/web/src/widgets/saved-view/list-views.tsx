import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '#ui/lazy-part.tsx';
import { readQuery, writeQuery, type QueryDefaults, type QuerySchema } from '#ui/list/query.ts';
import { isFresh } from './use-awaits-view.ts';
import type { ViewedList } from './view-rules.ts';

const ViewControl = lazyPart(async () => (await import('./view-control.tsx')).ViewControl);
const room = <span className="list-view-room" />;
const none: readonly string[] = [];

interface Props<F, S extends string> extends Pick<ViewedList, 'list' | 'settings' | 'columns'> {
  schema: QuerySchema<F, S>;
  defaults: QueryDefaults<S>;
  /** URL parameters of the page that a view stores besides the filter, such as the tab. */
  beside?: readonly string[];
  /** URL parameters that say which page is open. They stay when the person leaves a view. */
  pageParams?: readonly string[];
  labelOf: (name: string) => string | undefined;
  /** Whether the control may load: the rows are shown, failed to load, or wait for the view. */
  ready: boolean;
}

/**
 * Control for saved views (视图), beside the filters. It loads after the rows, or at once when the rows wait for a view.
 * Its space is reserved.
 */
export function ListViews<F, S extends string>({
  schema,
  defaults,
  beside = none,
  pageParams = none,
  labelOf,
  ready,
  ...of
}: Props<F, S>) {
  const { search } = useLocation();
  const [fresh] = useState(isFresh(search, pageParams));
  if (!ready) return room;
  const understood = (params: URLSearchParams) => {
    const input = { ...readQuery(schema, params, defaults), page: 1, size: defaults.size };
    return writeQuery(schema, input, defaults);
  };
  return (
    <Suspense fallback={room}>
      <ViewControl
        {...of}
        fresh={fresh}
        understood={understood}
        beside={beside}
        pageParams={pageParams}
        labelOf={(name) => labelOf(name) ?? `筛选条件 ${name}`}
      />
    </Suspense>
  );
}
