import type { PostKind } from '@anlan/contract/modules/staff/resource';
import { postKinds } from '@anlan/contract/modules/staff/resource';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postsFor } from './rules.ts';

const posts = (own: PostKind[], held: PostKind[] = [], roles: string[] = []) =>
  [...postsFor({ own, roles, held: new Set(held) })].toSorted();

test('a firm of one person can do everything; a post that somebody holds is theirs', () => {
  expect(posts(['head'])).toEqual(['head', 'safetyManager', 'teamLeader']);
  expect(posts(['head'], ['safetyManager', 'teamLeader'])).toEqual(['head']);
  // Without a team leader the safety manager does their acts, not the head.
  expect(posts(['head'], ['safetyManager'])).toEqual(['head']);
  expect(posts(['safetyManager'], ['safetyManager'])).toEqual(['safetyManager', 'teamLeader']);
});

test('an account without a row is what its role says', () => {
  expect(posts([], ['safetyManager', 'teamLeader'], ['ROLE_ENT_ADMIN'])).toEqual(['head']);
  expect(posts([], ['teamLeader'], ['ROLE_ENT_SAFETY'])).toEqual(['safetyManager']);
  expect(posts([], [], ['ROLE_ENT_STAFF'])).toEqual(['general']);
  // A row says more than a role; but somebody is always the head.
  expect(posts(['driver'], ['head'], ['ROLE_ENT_ADMIN'])).toEqual(['driver']);
  expect(posts(['driver'], ['safetyManager'], ['ROLE_ENT_ADMIN'])).toEqual(['driver', 'head']);
});

test('nobody ever gets a post above their own, and everybody has one', () => {
  const rank = (post: PostKind) => ['teamLeader', 'safetyManager', 'head'].indexOf(post);
  const post = fc.constantFrom(...postKinds);
  fc.assert(
    fc.property(fc.array(post, { maxLength: 2 }), fc.array(post), (own, held) => {
      const found = postsFor({ own, roles: [], held: new Set(held) });
      expect(found.size).toBeGreaterThan(0);
      for (const one of found) expect(Math.max(-1, ...own.map(rank)) >= rank(one)).toBe(true);
    }),
  );
});
