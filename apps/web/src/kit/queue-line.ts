import type { QueryClient } from '@tanstack/react-query';
import type { Selection } from '#ui/list/selection.ts';
import { isEmpty } from '#ui/list/query.ts';
import { readChosen, readLine, type Line } from '#widgets/queue/read-line.ts';
import { offered } from './move-rules.ts';
import type { AnyFilter, AnyResource, AnyRow, Bound, ListInput } from './resource.ts';
import { controlsIn, type MoveLooks } from './use-move.tsx';

/** Limits a filter to rows in non-final states. A filter that already selects states stays as it is. */
export function waitingFilter({ states, fields }: AnyResource, filter: AnyFilter): AnyFilter {
  const { field = '', moves = {} } = states ?? {};
  if (fields[field]?.spec.filter !== 'many' || !isEmpty(filter[field])) return filter;
  return { ...filter, [field]: [...new Set(Object.values(moves).flatMap(({ from }) => from))] };
}

interface Asked {
  client: QueryClient;
  bound: Bound;
  looks: MoveLooks | undefined;
  /** Whether a row belongs to the queue; default: the user may change its state. */
  waits?: ((row: AnyRow) => boolean) | undefined;
  input: ListInput;
  shown: readonly AnyRow[];
  selection: Selection<AnyFilter> | undefined;
}

/**
 * Reads the rows of a queue: the selected rows, or the filtered list, limited to rows whose state the user may
 * change.
 */
export async function lineOf({
  client,
  bound,
  looks,
  waits = (row) => offered(bound.of, row, controlsIn(looks)).length > 0,
  input: asked,
  shown,
  selection: chosen,
}: Asked): Promise<Line<AnyRow>> {
  if (chosen?.kind === 'ids' && chosen.ids.length > 0) return readChosen(chosen.ids, shown, bound.read, waits);
  const whole = chosen?.kind === 'all' ? chosen : undefined;
  const filter = waitingFilter(bound.of, whole?.filter ?? asked.filter);
  return readLine(
    (page) => client.fetchQuery({ ...bound.page({ ...asked, ...page, filter }), staleTime: 0 }),
    (row) => waits(row) && !whole?.except.includes(row.id),
  );
}
