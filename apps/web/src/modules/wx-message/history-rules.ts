/** Messages of a page of the history (CN-02). */
export const pageSize = 14;

interface Told {
  id: string;
  /** When it was said. */
  createTime: Date;
}

const byTime = (one: Told, other: Told) =>
  one.createTime.getTime() - other.createTime.getTime() || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/** Puts messages among those that are shown, oldest first and none twice; what is told anew replaces what was. */
export function merged<M extends Told>(shown: readonly M[], told: readonly M[]): M[] {
  const all = new Map(shown.map((each) => [each.id, each]));
  let inOrder = true;
  let last = shown.at(-1);
  for (const each of told) {
    if (!all.has(each.id) && last && byTime(last, each) > 0) inOrder = false;
    if (!all.has(each.id)) last = each;
    all.set(each.id, each);
  }
  const rows = [...all.values()];
  return inOrder ? rows : rows.toSorted(byTime);
}

/** Whether older ones may be asked for: a short or empty page was the last (ST-12). */
export const hasMore = (page: readonly unknown[]): boolean => page.length >= pageSize;

/** Whether the newest page and what is shown leave something out between them. */
export const hasGap = <M extends Told>(shown: readonly M[], newest: readonly M[]): boolean => {
  if (shown.length === 0 || !hasMore(newest)) return false;
  const known = new Set(shown.map(({ id }) => id));
  return newest.every(({ id }) => !known.has(id));
};
