import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentProblem, entriesOf, taskState, type OwnEntry, type StoredItem } from './rules.ts';

const itemId = fc.integer({ min: 1, max: 8 }).map((n) => `item-${n}`);
const item: fc.Arbitrary<StoredItem> = itemId.map((id) => ({ id, name: `名称 ${id}`, path: `/bus/${id}/index` }));
const items = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 8 });
const entry: fc.Arbitrary<OwnEntry> = fc.record({
  itemId,
  topicId: fc.constant('topic'),
  name: fc.constant('自己的'),
  path: fc.constant('/own'),
  icon: fc.constant(null),
  hidden: fc.boolean(),
  sort: fc.integer({ min: 0, max: 9 }),
});
const entries = fc.uniqueArray(entry, { selector: ({ itemId: id }) => id, maxLength: 8 });

test('shows each entry of a topic once to an enterprise', () => {
  fc.assert(
    fc.property(items, entries, (tenantItems, own) => {
      const shown = entriesOf(tenantItems, own);
      const hidden = new Set(own.filter((one) => one.hidden).map((one) => one.itemId));
      const all = new Set([...tenantItems.map(({ id }) => id), ...own.map((one) => one.itemId)]);
      expect(new Set(shown.map(({ id }) => id))).toEqual(new Set([...all].filter((id) => !hidden.has(id))));
      expect(shown).toHaveLength(new Set(shown.map(({ id }) => id)).size);
      for (const { id, status, name } of shown)
        expect([status, name]).toEqual(own.some((one) => one.itemId === id) ? ['1', '自己的'] : ['0', `名称 ${id}`]);
    }),
  );
  fc.assert(
    fc.property(
      items,
      (tenantItems) =>
        entriesOf(tenantItems, [])
          .map(({ id }) => id)
          .join() === tenantItems.map(({ id }) => id).join(),
    ),
  );
});

test('marks an unfinished campaign task as late from the day after its due day', () => {
  const done = { itemId: 'x', doneAt: new Date(), doneByName: null, note: null, files: [] };
  expect(taskState({ dueOn: '2026-06-30' }, undefined, '2026-06-30')).toBe('open');
  expect(taskState({ dueOn: '2026-06-30' }, undefined, '2026-07-01')).toBe('late');
  expect(taskState({ dueOn: '2026-06-30' }, done, '2026-07-01')).toBe('done');
  expect(taskState({}, undefined, '2026-07-01')).toBe('open');
});

test.each([
  ['motif', { startOn: null, endOn: null, items: [{ name: '甲', path: '/a' }] }, undefined],
  ['motif', { startOn: null, endOn: null, items: [{ name: '甲' }] }, 'items'],
  ['campaign', { startOn: null, endOn: '2026-06-30', items: [] }, 'startOn'],
  ['campaign', { startOn: '2026-06-01', endOn: null, items: [] }, 'endOn'],
  ['campaign', { startOn: '2026-06-02', endOn: '2026-06-01', items: [] }, 'endOn'],
  ['campaign', { startOn: '2026-06-01', endOn: '2026-06-30', items: [{ name: '甲' }] }, 'items'],
  ['campaign', { startOn: '2026-06-01', endOn: '2026-06-30', items: [{ name: '甲', dueOn: '2026-07-01' }] }, 'items'],
  ['campaign', { startOn: '2026-06-01', endOn: '2026-06-30', items: [{ name: '甲', dueOn: '2026-06-30' }] }, undefined],
] as const)('reports an error for %s %o in the field %s', (type, content, field) => {
  expect(contentProblem(type, content)?.field).toBe(field);
});
