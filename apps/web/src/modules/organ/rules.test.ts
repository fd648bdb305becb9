import type { OrganRow } from '@anlan/contract/modules/user/organ';
import { expect, it } from 'vitest';
import { choices, findMatches, inOrder } from './rules.ts';

const row = (id: string, parentId: string | null, sort: number, people = 1): OrganRow => ({
  id,
  parentId,
  sort,
  people,
  name: `名${id}`,
  version: 1,
  regionCode: null,
  regionName: null,
});
const rows = [row('b', 'a', 2), row('a', null, 1), row('c', 'a', 1), row('d', 'c', 1, 3), row('e', null, 2)];

it('orders organisations from the top of the tree, with siblings in sort order', () => {
  const placed = inOrder(rows, new Set());
  expect(placed.map(({ id, depth }) => `${depth}${id}`)).toEqual(['0a', '1c', '2d', '1b', '0e']);
  expect(placed[0]).toMatchObject({ below: 3, allPeople: 6, place: 0, siblings: 2 });
});

it('omits the descendants of collapsed rows but includes them in the counts', () => {
  const placed = inOrder(rows, new Set(['a']));
  expect(placed.map(({ id }) => id)).toEqual(['a', 'e']);
  expect(placed[0]?.below).toBe(3);
});

it('shows matching organisations together with their ancestors', () => {
  expect(findMatches(rows, '名d').map(({ id }) => id)).toEqual(['a', 'c', 'd']);
  expect(findMatches(rows, ' ')).toHaveLength(5);
});

it('does not offer an organisation or its descendants as its own parent', () => {
  const all = JSON.stringify(choices(rows, 'c'));
  expect(all).not.toContain('名c');
  expect(all).not.toContain('名d');
  expect(all).toContain('名b');
});
