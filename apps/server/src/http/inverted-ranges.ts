import { isPage, findListCapabilities, type Call } from '@anlan/contract/http/call-table';
import type { Page, PageInput } from '@anlan/contract/domain/paging';

function endsBefore(from: unknown, to: unknown): boolean {
  if (typeof from === 'string' && typeof to === 'string') return to < from;
  if (typeof from === 'number' && typeof to === 'number') return to < from;
  return from instanceof Date && to instanceof Date && to < from;
}

/**
 * Returns an empty page when a range ends before it begins, otherwise undefined. Without this, the database would
 * read an index to its end for nothing.
 */
export function emptyPage({ input, answer }: Call, parsedInput: unknown): Page<never> | undefined {
  const list = isPage(answer) ? findListCapabilities(input) : undefined;
  if (list === undefined || list.ranges.length === 0) return undefined;
  // The cast is safe: the schema of these ranges has parsed this input.
  const { filter, page, size } = parsedInput as PageInput<Readonly<Record<string, unknown>>>;
  const isEmpty = list.ranges.some(([from, to]) => endsBefore(filter[from], filter[to]));
  return isEmpty ? { rows: [], total: 0, page, size } : undefined;
}
