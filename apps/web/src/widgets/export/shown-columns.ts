import { recall } from '#lib/storage.ts';
import { arrange, columnChoice, readChoice, type ListColumn } from '#ui/list/columns.ts';

/** Keys of the columns that a person sees of a list, in their order. */
export function shownColumns(
  columns: readonly Pick<ListColumn<never>, 'key' | 'locked' | 'extra'>[],
  settings: string,
) {
  const choice = readChoice(recall('local', `columns-${settings}`, columnChoice), columns);
  return arrange(columns, choice).map(({ key }) => key);
}
