/** Messages of a page of the history (CN-02). */
const pageSize = 14;

interface Told {
  id: string;
}

// Ids grow with time.
const byTime = (one: Told, other: Told) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

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
