/** Messages per page of the history (CN-02). */
const pageSize = 14;

interface TimedMessage {
  id: string;
}

// Sorts messages by id, which is also their time order.
const byTime = (one: TimedMessage, other: TimedMessage) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/** Merges messages by id, oldest first. Newer versions replace older ones. */
export function mergeMessages<M extends TimedMessage>(shown: readonly M[], incoming: readonly M[]): M[] {
  const all = new Map(shown.map((each) => [each.id, each]));
  let inOrder = true;
  let last = shown.at(-1);
  for (const each of incoming) {
    if (!all.has(each.id) && last && byTime(last, each) > 0) inOrder = false;
    if (!all.has(each.id)) last = each;
    all.set(each.id, each);
  }
  const rows = [...all.values()];
  return inOrder ? rows : rows.toSorted(byTime);
}

/** Whether older messages may exist. A page with fewer messages than requested is the last page (ST-12). */
export const hasMore = (page: readonly unknown[]): boolean => page.length >= pageSize;
