import type { PostKind } from '@anlan/contract/modules/staff/resource';
import type { Tx } from '#platform/db/index.ts';
import { postsFor } from './rules.ts';
import { readStanding } from './store.ts';

export interface Caller {
  /** Id of the employee row; null when none is linked to the account. */
  readonly employeeId: string | null;
  readonly name: string;
  readonly department: string | null;
  readonly posts: ReadonlySet<PostKind>;
}

/** Reads the posts of the caller once per transaction. */
export function createPosts() {
  const callerByTx = new WeakMap<Tx, Promise<Caller | null>>();

  async function read(tx: Tx): Promise<Caller | null> {
    const { userType, userId, userName, enterpriseId, roles } = tx.scope;
    if (userType !== 'enterprise' || userId === null || enterpriseId === null) return null;
    const { own, held } = await readStanding(tx, enterpriseId, userId);
    return {
      employeeId: own[0]?.id ?? null,
      name: own[0]?.name ?? userName ?? '',
      department: own[0]?.department ?? null,
      posts: postsFor({ own: own.map((row) => row.post_kind), roles, held }),
    };
  }

  function postsOf(tx: Tx): Promise<Caller | null> {
    const pendingCaller = callerByTx.get(tx) ?? read(tx);
    callerByTx.set(tx, pendingCaller);
    return pendingCaller;
  }

  return {
    postsOf,
    /** Whether the caller may act in one of these posts. For people outside an enterprise, permits are enough. */
    async mayActAs(tx: Tx, posts: readonly PostKind[]): Promise<boolean> {
      const caller = await postsOf(tx);
      return caller === null || posts.some((post) => caller.posts.has(post));
    },
    /** Clears the cached posts after the register changed in this transaction. */
    forget: (tx: Tx): void => void callerByTx.delete(tx),
  };
}
