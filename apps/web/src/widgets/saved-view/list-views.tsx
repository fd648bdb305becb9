import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { later } from '#ui/later.tsx';
import { readQuery, writeQuery, type QueryDefaults, type QuerySchema } from '#ui/list/query.ts';
import type { ViewedList } from './view-rules.ts';

const ViewControl = later(async () => (await import('./view-control.tsx')).ViewControl);
const room = <span className="list-view-room" />;
const none: readonly string[] = [];

interface Props<F, S extends string> extends Pick<ViewedList, 'list' | 'settings' | 'columns'> {
  /** How the list reads its URL. */
  schema: QuerySchema<F, S>;
  defaults: QueryDefaults<S>;
  /** Names in the URL that are of the page around the list and belong to its view: the tab. */
  beside?: readonly string[];
  /** What people call a filter; undefined where there is none of that name. */
  labelOf: (name: string) => string | undefined;
  /** Whether the rows stand, failed to come, or wait for the view. */
  ready: boolean;
}

/** Saved views of a list (视图), beside its filters; the control comes once the rows stand or wait for it, its room is kept. */
export function ListViews<F, S extends string>({
  schema,
  defaults,
  beside = none,
  labelOf,
  ready,
  ...of
}: Props<F, S>) {
  const { search } = useLocation();
  const [fresh] = useState(search === '');
  if (!ready) return room;
  const understood = (said: URLSearchParams) => {
    const input = { ...readQuery(schema, said, defaults), page: 1, size: defaults.size };
    return writeQuery(schema, input, defaults);
  };
  return (
    <Suspense fallback={room}>
      <ViewControl
        {...of}
        fresh={fresh}
        understood={understood}
        beside={beside}
        labelOf={(name) => labelOf(name) ?? `筛选条件 ${name}`}
      />
    </Suspense>
  );
}
