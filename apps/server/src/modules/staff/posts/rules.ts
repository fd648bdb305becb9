import type { PostKind } from '@anlan/contract/modules/staff/resource';

/**
 * The next higher post. Holders of that post act when no active employee holds the lower post; the chain ends at the
 * head.
 */
const above: Readonly<Partial<Record<PostKind, PostKind>>> = {
  teamLeader: 'safetyManager',
  safetyManager: 'head',
};

export interface Standing {
  /** Posts of the employee rows linked to the account. */
  readonly own: readonly PostKind[];
  readonly roles: readonly string[];
  /** Posts of the enterprise held by active employees with an account. */
  readonly held: ReadonlySet<PostKind>;
}

/**
 * Post of an account that has no employee row, by its role. Needed for new enterprises and for data older than the
 * register.
 */
const postOfRole: readonly (readonly [role: string, post: PostKind])[] = [
  ['ROLE_ENT_ADMIN', 'head'],
  ['ROLE_ENT_SAFETY', 'safetyManager'],
];

/** Posts whose actions a person may do (decision 0046): their own posts, and lower posts that nobody else holds. */
export function postsFor({ own, roles, held }: Standing): Set<PostKind> {
  const byRole = postOfRole.find(([role]) => roles.includes(role))?.[1] ?? 'general';
  const posts = new Set<PostKind>(own.length > 0 ? own : [byRole]);
  // When the head has no account, the administrator acts as head, so that somebody can always appoint one.
  if (!held.has('head') && roles.includes('ROLE_ENT_ADMIN')) posts.add('head');
  for (const post of ['safetyManager', 'teamLeader'] as const) {
    const upper = above[post];
    if (upper !== undefined && !held.has(post) && posts.has(upper)) posts.add(post);
  }
  return posts;
}
