import { AppError, invalid } from '#kernel/errors.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { childIds, findRows, holdRows, holdTree, isAtOrAbove } from './store.ts';

/** Who stands above whom: no file is left below one that is gone, and none comes to stand above itself. */
export function createParents({ db }: { db: Db }) {
  /** Asks past the divisions that the caller is limited to, for an answer that shows nothing of what lies there. */
  const beyond = <T>(tx: Tx, ask: (wide: Tx) => Promise<T>): Promise<T> =>
    db.scoped(systemScope('enterprises above and below', tx.scope.tenantId), ask, { readOnly: true });

  /** Whether a file would stand below itself; asked while nobody else changes the tree, or two would make the ring together. */
  async function makesRing(tx: Tx, ids: readonly string[], parentId: string): Promise<boolean> {
    await holdTree(tx);
    return beyond(tx, (wide) => isAtOrAbove(wide, ids, parentId));
  }

  return {
    /** Begins a change of upper enterprises, before any row is held: whoever waits for it then keeps nobody waiting. */
    holdTree,
    /**
     * Refuses an upper enterprise that is hidden, removed or merged, and keeps it from becoming so until the
     * transaction ends: a reference across enterprises passes row security by (S25). One that stands below the file
     * itself is refused as well.
     */
    async demandParent(tx: Tx, parentId: string | null | undefined, id?: string): Promise<void> {
      if (!parentId) return;
      if (parentId === id) throw invalid({ field: 'parentId', msg: '上级企业不能是自己' });
      const [row] = await holdRows(tx, [parentId]);
      if (!row || row.removed_at !== null) throw invalid({ field: 'parentId', msg: '没有这个上级企业' });
      if (row.merged_into !== null)
        throw invalid({ field: 'parentId', msg: '这家上级企业已并入其他企业，请选择合并后的企业' });
      if (id !== undefined && (await makesRing(tx, [id], parentId)))
        throw invalid({ field: 'parentId', msg: `“${row.name}”是本企业的下级企业，不能再作为上级企业` });
    },
    /** Refuses to make one file of two where it would stand below what stands below itself. */
    async demandMergeable(tx: Tx, keep: { id: string; name: string }, dropId: string, parentId: string | null) {
      if (parentId !== null && (await makesRing(tx, [keep.id, dropId], parentId)))
        throw new AppError('invalid', `合并后“${keep.name}”会成为自己的上级企业，请先调整上级企业再合并`);
    },
    /** Who stands below one: those in the caller's sight, and whether there are others beyond it. */
    async childrenOf(tx: Tx, id: string): Promise<{ seen: string[]; hasOthers: boolean }> {
      const seen = await childIds(tx, id);
      if (tx.scope.regions === 'all') return { seen, hasOthers: false };
      const all = await beyond(tx, (wide) => childIds(wide, id));
      return { seen, hasOthers: all.some((one) => !seen.includes(one)) };
    },
    /** What stands above a file that comes back: what was there may have been merged or removed meanwhile. */
    async parentNow(tx: Tx, parentId: string | null): Promise<string | null> {
      for (let id = parentId; id !== null;) {
        const one = [id];
        const [row] = [...(await holdRows(tx, one)), ...(await beyond(tx, (wide) => findRows(wide, one)))];
        if (!row || row.removed_at !== null) return null;
        if (row.merged_into === null) return id;
        id = row.merged_into;
      }
      return null;
    },
  };
}

/** Who stands above whom. */
export type Parents = ReturnType<typeof createParents>;
