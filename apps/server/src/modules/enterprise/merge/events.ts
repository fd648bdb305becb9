import type { Tx } from '#platform/db/index.ts';

export interface Merged {
  keepId: string;
  dropId: string;
}
/** Listener of a module above: moves its rows to the remaining enterprise, in the transaction of the merge. */
export type MergeListener = (tx: Tx, merged: Merged) => Promise<unknown>;

export function createMergeEvents() {
  const merging: MergeListener[] = [];
  return {
    merging,
    register: {
      onMerge: (listener: MergeListener) => void merging.push(listener),
    },
  };
}

export type MergeEvents = ReturnType<typeof createMergeEvents>;
