import type { PostKind } from '@anlan/contract/modules/staff/resource';

/** Who does a post's acts as long as nobody on duty holds it, and who does theirs: the one above, up to the head. */
const above: Readonly<Partial<Record<PostKind, PostKind>>> = {
  teamLeader: 'safetyManager',
  safetyManager: 'head',
};

/** What the posts of somebody are worked out from. */
export interface Standing {
  /** Posts of the rows that are bound to the account. */
  readonly own: readonly PostKind[];
  readonly roles: readonly string[];
  /** Posts of the enterprise that somebody with an account holds, on duty. */
  readonly held: ReadonlySet<PostKind>;
}

/** What an account without a row of its own counts as, by its role: the first day, and data of before the register. */
const postOfRole: readonly (readonly [role: string, post: PostKind])[] = [
  ['ROLE_ENT_ADMIN', 'head'],
  ['ROLE_ENT_SAFETY', 'safetyManager'],
];

/** The posts whose acts somebody may do (decision 0046): their own, and those below that nobody else holds. */
export function postsFor({ own, roles, held }: Standing): Set<PostKind> {
  const byRole = postOfRole.find(([role]) => roles.includes(role))?.[1] ?? 'general';
  const posts = new Set<PostKind>(own.length > 0 ? own : [byRole]);
  // The administrator stands in for a head who has no account, so that somebody can always set one.
  if (!held.has('head') && roles.includes('ROLE_ENT_ADMIN')) posts.add('head');
  for (const post of ['safetyManager', 'teamLeader'] as const) {
    const upper = above[post];
    if (upper !== undefined && !held.has(post) && posts.has(upper)) posts.add(post);
  }
  return posts;
}
