import type { QueryClient } from '@tanstack/react-query';
import type { Selection } from '#ui/list/selection.ts';
import { isEmpty } from '#ui/list/query.ts';
import { readChosen, readLine, type Line } from '#widgets/queue/read-line.ts';
import { offered } from './move-rules.ts';
import type { AnyFilter, AnyResource, AnyRow, Bound, ListInput } from './resource.ts';
import { controlsIn, type MoveLooks } from './use-move.tsx';

/**
 * Limits a filter to rows in states from which one of the moves starts; default: any move. A filter that already
 * selects states stays as it is.
 */
export function waitingFilter(
  { states, fields }: AnyResource,
  filter: AnyFilter,
  names?: readonly string[],
): AnyFilter {
  const { field = '', moves = {} } = states ?? {};
  if (fields[field]?.spec.filter !== 'many' || !isEmpty(filter[field])) return filter;
  const waiting = Object.entries(moves).filter(([name]) => names?.includes(name) ?? true);
  return { ...filter, [field]: [...new Set(waiting.flatMap(([, { from }]) => from))] };
}

interface Asked {
  client: QueryClient;
  bound: Bound;
  looks: MoveLooks | undefined;
  /** The moves for which the rows of the queue wait; default: all. */
  names?: readonly string[] | undefined;
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
  names,
  input: asked,
  shown,
  selection: chosen,
}: Asked): Promise<Line<AnyRow>> {
  const waits = (row: AnyRow) =>
    names ? row.abilities.some((one) => names.includes(one)) : offered(bound.of, row, controlsIn(looks)).length > 0;
  if (chosen?.kind === 'ids' && chosen.ids.length > 0) return readChosen(chosen.ids, shown, bound.read, waits);
  const whole = chosen?.kind === 'all' ? chosen : undefined;
  const filter = waitingFilter(bound.of, whole?.filter ?? asked.filter, names);
  return readLine(
    (page) => client.fetchQuery({ ...bound.page({ ...asked, ...page, filter }), staleTime: 0 }),
    (row) => waits(row) && !whole?.except.includes(row.id),
  );
}
