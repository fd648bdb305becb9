import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Files } from '#platform/files/index.ts';
import { insertFile, type NewFile } from './store.ts';

/** Writes the rows of stored files. After a failure, the bytes are removed only if the row certainly does not exist. */
export function createFileRows({ db, files }: { db: Db; files: Files }) {
  /**
   * Whether the row does not exist. Inserts the row again and rolls back: unlike a read, an insert waits for a
   * pending transaction.
   */
  async function isAbsent(scope: Scope, row: NewFile): Promise<boolean> {
    const absent = new Error('the row is not there');
    const checkError = await db
      .scoped(scope, async (tx) => {
        await insertFile(tx, row);
        throw absent;
      })
      .catch((failure: unknown) => failure);
    return checkError === absent;
  }

  return {
    /**
     * Writes the row of a file in one transaction, between the statements `before` and `after`. All are sent without
     * waiting for each other.
     */
    async withRow<T>(
      scope: Scope,
      row: NewFile,
      { before, after }: { before?: (tx: Tx) => Promise<void>; after: (tx: Tx) => Promise<T> },
    ): Promise<T> {
      let commits = false;
      try {
        return await db.scoped(scope, async (tx) => {
          commits = false;
          // Send all statements at once, because the file counter is locked until the commit. If several fail, the
          // first failure is the reason.
          const first = [before?.(tx), insertFile(tx, row)];
          const last = after(tx);
          await Promise.allSettled([...first, last]);
          await Promise.all(first);
          const result = await last;
          commits = true;
          return result;
        });
      } catch (error) {
        // The answer to a commit can be lost, so check the row. Bytes without a row only waste space; a row without
        // bytes can never be opened.
        if (!commits || (await isAbsent(scope, row))) await files.remove(row.key).catch(() => {});
        throw error;
      }
    },
  };
}
