import type { PostKind } from '@anlan/contract/modules/staff/resource';
import type { Tx } from '#platform/db/index.ts';
import { postsFor } from './rules.ts';
import { readStanding } from './store.ts';

/** The caller as one of the people of their current enterprise. */
export interface Caller {
  /** Their row; null where the register has none that is bound to the account. */
  readonly employeeId: string | null;
  readonly name: string;
  readonly department: string | null;
  readonly posts: ReadonlySet<PostKind>;
}

/** Opens the posts of callers, read once a transaction. */
export function createPosts() {
  const known = new WeakMap<Tx, Promise<Caller | null>>();

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

  /** The caller's name, row and posts; null for whoever is no person of an enterprise. */
  function postsOf(tx: Tx): Promise<Caller | null> {
    const found = known.get(tx) ?? read(tx);
    known.set(tx, found);
    return found;
  }

  return {
    postsOf,
    /** Whether the caller may do the acts of one of these posts; people who are of no enterprise are asked for permits alone. */
    async mayActAs(tx: Tx, posts: readonly PostKind[]): Promise<boolean> {
      const caller = await postsOf(tx);
      return caller === null || posts.some((post) => caller.posts.has(post));
    },
    /** Reads the caller's posts anew: the register has changed in this transaction. */
    forget: (tx: Tx): void => void known.delete(tx),
  };
}
