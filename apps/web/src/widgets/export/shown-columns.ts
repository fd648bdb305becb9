import { loadItem } from '#lib/storage.ts';
import { arrange, columnChoice, readChoice, type ListColumn } from '#ui/list/columns.ts';

export function shownColumns(
  columns: readonly Pick<ListColumn<never>, 'key' | 'locked' | 'extra'>[],
  settings: string,
) {
  const choice = readChoice(loadItem('local', `columns-${settings}`, columnChoice), columns);
  return arrange(columns, choice).map(({ key }) => key);
}
