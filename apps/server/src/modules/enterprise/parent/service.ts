import { AppError, invalid } from '#kernel/errors.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { childIds, findRows, holdRows, holdTree, isAtOrAbove } from './store.ts';

/** The tree of parent enterprises. No child has a removed parent, and there are no cycles. */
export function createParents({ db }: { db: Db }) {
  /** Reads outside the caller's scope. The answer to the caller must not reveal this data. */
  const readOutsideScope = <T>(tx: Tx, ask: (wide: Tx) => Promise<T>): Promise<T> =>
    db.scoped(systemScope('enterprises above and below', tx.scope.tenantId), ask, { readOnly: true });

  /**
   * Whether the new parent would create a cycle. Locks the tree first, because two concurrent changes could create one
   * together.
   */
  async function makesCycle(tx: Tx, ids: readonly string[], parentId: string): Promise<boolean> {
    await holdTree(tx);
    return readOutsideScope(tx, (wide) => isAtOrAbove(wide, ids, parentId));
  }

  return {
    /** Locks the tree. Call it before locking rows, so that a waiting transaction holds no row locks. */
    holdTree,
    /**
     * Throws if the parent is not visible, removed, merged or a descendant. Locks the parent until the transaction
     * ends, because a foreign key ignores row security (S25).
     */
    async requireParent(tx: Tx, parentId: string | null | undefined, id?: string): Promise<void> {
      if (!parentId) return;
      if (parentId === id) throw invalid({ field: 'parentId', msg: '上级企业不能是自己' });
      const [row] = await holdRows(tx, [parentId]);
      if (!row || row.removed_at !== null) throw invalid({ field: 'parentId', msg: '没有这个上级企业' });
      if (row.merged_into !== null)
        throw invalid({ field: 'parentId', msg: '这家上级企业已并入其他企业，请选择合并后的企业' });
      if (id !== undefined && (await makesCycle(tx, [id], parentId)))
        throw invalid({ field: 'parentId', msg: `“${row.name}”是本企业的下级企业，不能再作为上级企业` });
    },
    /** Throws if the merge would create a cycle. */
    async demandMergeable(tx: Tx, keep: { id: string; name: string }, dropId: string, parentId: string | null) {
      if (parentId !== null && (await makesCycle(tx, [keep.id, dropId], parentId)))
        throw new AppError('invalid', `合并后“${keep.name}”会成为自己的上级企业，请先调整上级企业再合并`);
    },
    /** `seen`: children in the caller's scope. `hasOthers`: whether the enterprise has children outside this scope. */
    async childrenOf(tx: Tx, id: string): Promise<{ seen: string[]; hasOthers: boolean }> {
      const seen = await childIds(tx, id);
      if (tx.scope.regions === 'all') return { seen, hasOthers: false };
      const all = await readOutsideScope(tx, (wide) => childIds(wide, id));
      return { seen, hasOthers: all.some((one) => !seen.includes(one)) };
    },
    /** The current parent for a restored enterprise, because the old parent may have been merged or removed. */
    async parentNow(tx: Tx, parentId: string | null): Promise<string | null> {
      for (let id = parentId; id !== null;) {
        const one = [id];
        const [row] = [...(await holdRows(tx, one)), ...(await readOutsideScope(tx, (wide) => findRows(wide, one)))];
        if (!row || row.removed_at !== null) return null;
        if (row.merged_into === null) return id;
        id = row.merged_into;
      }
      return null;
    },
  };
}

export type Parents = ReturnType<typeof createParents>;
