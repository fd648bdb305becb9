import type { PostKind } from '@anlan/contract/modules/staff/resource';
import { postKinds } from '@anlan/contract/modules/staff/resource';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postsFor } from './rules.ts';

const posts = (own: PostKind[], held: PostKind[] = [], roles: string[] = []) =>
  [...postsFor({ own, roles, held: new Set(held) })].toSorted();

test('gives a person all lower posts down to the first that another person holds', () => {
  expect(posts(['head'])).toEqual(['head', 'safetyManager', 'teamLeader']);
  expect(posts(['head'], ['safetyManager', 'teamLeader'])).toEqual(['head']);
  // Without a team leader, the safety manager does the team leader's actions, not the head.
  expect(posts(['head'], ['safetyManager'])).toEqual(['head']);
  expect(posts(['safetyManager'], ['safetyManager'])).toEqual(['safetyManager', 'teamLeader']);
});

test('derives the post of an account without an employee row from its role', () => {
  expect(posts([], ['safetyManager', 'teamLeader'], ['ROLE_ENT_ADMIN'])).toEqual(['head']);
  expect(posts([], ['teamLeader'], ['ROLE_ENT_SAFETY'])).toEqual(['safetyManager']);
  expect(posts([], [], ['ROLE_ENT_STAFF'])).toEqual(['general']);
  // The post of the employee row overrides the post of the role. If no head has an account, the administrator also
  // acts as head.
  expect(posts(['driver'], ['head'], ['ROLE_ENT_ADMIN'])).toEqual(['driver']);
  expect(posts(['driver'], ['safetyManager'], ['ROLE_ENT_ADMIN'])).toEqual(['driver', 'head']);
});

test('gives nobody a post above their own', () => {
  const rank = (post: PostKind) => ['teamLeader', 'safetyManager', 'head'].indexOf(post);
  const post = fc.constantFrom(...postKinds);
  fc.assert(
    fc.property(fc.array(post, { maxLength: 2 }), fc.array(post), (own, held) => {
      const postSet = postsFor({ own, roles: [], held: new Set(held) });
      expect(postSet.size).toBeGreaterThan(0);
      for (const one of postSet) expect(Math.max(-1, ...own.map(rank)) >= rank(one)).toBe(true);
    }),
  );
});
