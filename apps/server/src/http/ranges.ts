import { isPage, listOf, type Call } from '@anlan/contract/http/dialect';
import type { Page, PageInput } from '@anlan/contract/domain/paging';

function endsBefore(from: unknown, to: unknown): boolean {
  if (typeof from === 'string' && typeof to === 'string') return to < from;
  if (typeof from === 'number' && typeof to === 'number') return to < from;
  return from instanceof Date && to instanceof Date && to < from;
}

/**
 * The page of a list that is asked for what ends before it begins, which nothing can lie in; undefined for any other
 * input. The database would walk an index to its end to find that out.
 */
export function emptyPage({ input, answer }: Call, given: unknown): Page<never> | undefined {
  const list = isPage(answer) ? listOf(input) : undefined;
  if (list === undefined || list.ranges.length === 0) return undefined;
  // The schema that these ranges were found in has made it.
  const { filter, page, size } = given as PageInput<Readonly<Record<string, unknown>>>;
  const isEmpty = list.ranges.some(([from, to]) => endsBefore(filter[from], filter[to]));
  return isEmpty ? { rows: [], total: 0, page, size } : undefined;
}
