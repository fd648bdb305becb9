import type { Tx } from '#platform/db/index.ts';

/** One file becomes part of another. */
export interface Merged {
  keepId: string;
  dropId: string;
}
/** Takes over what a module above keeps about the file that is closed; in the same transaction. */
export type MergeListener = (tx: Tx, merged: Merged) => Promise<unknown>;

/** Where modules above hear of merges: they register when the server opens. */
export function createMergeEvents() {
  const merging: MergeListener[] = [];
  return {
    merging,
    register: {
      /** Takes over, in the transaction of the merge, what the file that is closed had. */
      onMerge: (listener: MergeListener) => void merging.push(listener),
    },
  };
}

/** Where modules above hear of merges. */
export type MergeEvents = ReturnType<typeof createMergeEvents>;
