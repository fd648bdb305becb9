export interface Seen {
  to: string;
  label: string;
}
/** Adds a page to the recent pages: newest first, no duplicates, with its newest name. */
export const recentFirst = (recent: readonly Seen[], page: Seen, most: number): Seen[] =>
  [page, ...recent.filter(({ to }) => to !== page.to)].slice(0, most);
