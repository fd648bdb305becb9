import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Files } from '#platform/files/index.ts';
import { insertFile, type NewFile } from './store.ts';

/** Gives bytes that are kept already their row; where the row is known not to stand the bytes go, and nowhere else. */
export function createFileRows({ db, files }: { db: Db; files: Files }) {
  /**
   * Whether a row is known not to be there. It is written once more and taken back, which waits for a transaction that is
   * still ending; a mere look would pass that by.
   */
  async function isAbsent(scope: Scope, row: NewFile): Promise<boolean> {
    const absent = new Error('the row is not there');
    const found = await db
      .scoped(scope, async (tx) => {
        await insertFile(tx, row);
        throw absent;
      })
      .catch((failure: unknown) => failure);
    return found === absent;
  }

  return {
    /** Writes the row in one transaction with what must come before it and after it; none of these waits for another. */
    async withRow<T>(
      scope: Scope,
      row: NewFile,
      { before, after }: { before?: (tx: Tx) => Promise<void>; after: (tx: Tx) => Promise<T> },
    ): Promise<T> {
      let commits = false;
      try {
        return await db.scoped(scope, async (tx) => {
          commits = false;
          // All of it leaves at once, since an enterprise's count of files is held from here to the commit; of several
          // that fail the first says why.
          const first = [before?.(tx), insertFile(tx, row)];
          const last = after(tx);
          await Promise.allSettled([...first, last]);
          await Promise.all(first);
          const result = await last;
          commits = true;
          return result;
        });
      } catch (error) {
        // The answer to a commit can be lost. Bytes without a row cost space; a row without its bytes never opens again.
        if (!commits || (await isAbsent(scope, row))) await files.remove(row.key).catch(() => {});
        throw error;
      }
    },
  };
}
