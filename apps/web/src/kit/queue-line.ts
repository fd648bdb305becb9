import type { QueryClient } from '@tanstack/react-query';
import type { Selection } from '#ui/list/selection.ts';
import { isEmpty } from '#ui/list/query.ts';
import { readChosen, readLine, type Line } from '#widgets/queue/read-line.ts';
import { offered } from './move-rules.ts';
import type { AnyFilter, AnyResource, AnyRow, Bound, ListInput } from './resource.ts';
import { controlsIn, type MoveLooks } from './use-move.tsx';

/** What a list shows of which something may wait: where it is not narrowed by state, states that no move leads from go. */
export function waitingFilter({ states, fields }: AnyResource, filter: AnyFilter): AnyFilter {
  const { field = '', moves = {} } = states ?? {};
  if (fields[field]?.spec.filter !== 'many' || !isEmpty(filter[field])) return filter;
  return { ...filter, [field]: [...new Set(Object.values(moves).flatMap(({ from }) => from))] };
}

interface Asked {
  client: QueryClient;
  bound: Bound;
  looks: MoveLooks | undefined;
  /** What the list shows. */
  asked: ListInput;
  /** Rows of the page that is shown. */
  shown: readonly AnyRow[];
  /** Rows that were chosen. */
  chosen: Selection<AnyFilter> | undefined;
}

/** The rows of a queue: those chosen, or what the list shows, with which this person can do something. */
export async function lineOf({ client, bound, looks, asked, shown, chosen }: Asked): Promise<Line<AnyRow>> {
  const waits = (row: AnyRow) => offered(bound.of, row, controlsIn(looks)).length > 0;
  if (chosen?.kind === 'ids' && chosen.ids.length > 0) return readChosen(chosen.ids, shown, bound.read, waits);
  const whole = chosen?.kind === 'all' ? chosen : undefined;
  const filter = waitingFilter(bound.of, whole?.filter ?? asked.filter);
  return readLine(
    (page) => client.fetchQuery({ ...bound.page({ ...asked, ...page, filter }), staleTime: 0 }),
    (row) => waits(row) && !whole?.except.includes(row.id),
  );
}
