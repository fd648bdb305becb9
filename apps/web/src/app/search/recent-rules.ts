/** A page that was in front. */
export interface Seen {
  to: string;
  label: string;
}
/** The pages seen last, the newest first, each once and by its newest name. */
export const recentFirst = (recent: readonly Seen[], page: Seen, most: number): Seen[] =>
  [page, ...recent.filter(({ to }) => to !== page.to)].slice(0, most);
